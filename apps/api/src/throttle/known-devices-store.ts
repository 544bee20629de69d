import type { Database, Transaction } from '../db/client.ts'
import { exec, one, sql } from '../db/query.ts'
import { loginLimits } from './limits.ts'

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

/**
 * Keeps the account's last used devices: each has a count of its own.
 * @returns whether the account has logged in before, but never on this device
 */
export async function rememberDevice(
  tx: Transaction,
  userId: number,
  deviceHash: string,
): Promise<boolean> {
  const { isNew, hasOthers } = await one<{ isNew: boolean; hasOthers: boolean }>(
    tx,
    sql`with forgotten as (
        delete from known_devices where user_id = ${userId} and device_hash in (
          select device_hash from known_devices
          where user_id = ${userId} and device_hash <> ${deviceHash}
          order by last_used_at desc offset ${loginLimits.maxKnownDevices - 1}))
      insert into known_devices (user_id, device_hash) values (${userId}, ${deviceHash})
      on conflict (user_id, device_hash) do update set last_used_at = now()
      returning known_devices.xmax = 0 as is_new, exists (select from known_devices as other
        where other.user_id = ${userId} and other.device_hash <> ${deviceHash}) as has_others`,
  )
  return isNew && hasOthers
}

/** Deletes devices without a login for this many days. @returns how many */
export function deleteOldDevices(db: Database, days: number): Promise<number> {
  return exec(
    db,
    sql`delete from known_devices where last_used_at < now() - ${days} * interval '1 day'`,
  )
}
