import type { Database, Transaction } from '../db/client.ts'
import { exec, sql } from '../db/query.ts'

export async function isKnownDevice(
  db: Database,
  userIds: number[],
  deviceHash: string,
): Promise<boolean> {
  const known = await exec(
    db,
    sql`select from known_devices where device_hash = ${deviceHash} and user_id = any(${userIds})`,
  )
  return known > 0
}

export async function rememberDevice(
  tx: Transaction,
  userId: number,
  deviceHash: string,
): Promise<void> {
  await exec(
    tx,
    sql`insert into known_devices (user_id, device_hash) values (${userId}, ${deviceHash})
      on conflict (user_id, device_hash) do update set last_used_at = now()`,
  )
}

/** Deletes devices without a login for this many days. @returns how many */
export function deleteOldDevices(db: Database, days: number): Promise<number> {
  return exec(
    db,
    sql`delete from known_devices where last_used_at < now() - ${days} * interval '1 day'`,
  )
}
