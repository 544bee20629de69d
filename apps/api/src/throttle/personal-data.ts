import type { MemberData } from '@carpeta/contract/personal-data'
import type { Database, Transaction } from '../db/client.ts'
import { exec, instant, sql, wireRows } from '../db/query.ts'

export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<Pick<MemberData, 'known_devices'>> {
  const devices = await wireRows<MemberData['known_devices'][number]>(
    db,
    sql`select ${instant('last_used_at')} as last_used_at from known_devices
      where user_id = ${userId} order by known_devices.last_used_at desc`,
  )
  return { known_devices: devices }
}

export async function erasePersonalData(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`delete from known_devices where user_id = ${userId}`)
}
