import type { Database, Transaction } from '../db/client.ts'
import { instant, maybeOne, scalar, sql, wireRows } from '../db/query.ts'
import { isMemberAccount } from './staff-store.ts'

/** Members who may enter and never chose a password, invited or not. */
const neverEntered = sql`users.password_hash is null and users.is_active and users.deleted_at is null
  and users.rut is not null and ${isMemberAccount(sql`users.id`)}`

export interface NeverEntered {
  id: number
  name: string
  rut: string
  email: string
  invitedAt: string | null
}

export function countNeverEntered(db: Database): Promise<number> {
  return scalar(db, sql`select count(*) from users where ${neverEntered}`)
}

export function listNeverEntered(
  db: Database,
  { offset, limit }: { offset: number; limit: number },
): Promise<NeverEntered[]> {
  return wireRows<NeverEntered>(
    db,
    sql`select id, trim(concat_ws(' ', first_name, last_name)) as name, rut, email,
        ${instant('invited_at')} as "invitedAt"
      from users where ${neverEntered} order by id offset ${offset} limit ${limit}`,
  )
}

/** Locks the account; null for one whose owner has entered meanwhile. */
export function lockNeverEntered(
  tx: Transaction,
  id: number,
): Promise<{ id: number; name: string; rut: string } | null> {
  return maybeOne(
    tx,
    sql`select id, trim(concat_ws(' ', first_name, last_name)) as name, rut from users
      where id = ${id} and ${neverEntered} for no key update`,
  )
}
