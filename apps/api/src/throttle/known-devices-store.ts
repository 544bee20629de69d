import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'

export async function isKnownDevice(
  db: Database,
  userIds: number[],
  deviceHash: string,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from known_devices
    where device_hash = ${deviceHash}
      and user_id in (select json_array_elements_text(${JSON.stringify(userIds)}::json)::integer)`)
  return rows.length > 0
}

export async function rememberDevice(
  tx: Transaction,
  userId: number,
  deviceHash: string,
): Promise<void> {
  await tx.execute(sql`
    insert into known_devices (user_id, device_hash) values (${userId}, ${deviceHash})
    on conflict (user_id, device_hash) do update set last_used_at = now()`)
}

/** Browsers in which nobody got in for so long. @returns how many */
export async function deleteOldDevices(db: Database, days: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from known_devices where last_used_at < now() - ${days} * interval '1 day'`)
  return rowCount ?? 0
}
