import type { Database, Transaction } from '../../../db/client.ts'
import { exec, many, maybeOne, one, sql } from '../../../db/query.ts'

export interface StoredPasskey {
  id: number
  userId: number
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
  name: string
  isBackedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

const columns = sql`id, user_id, credential_id, public_key, counter::float8 as counter, transports,
  name, is_backed_up, created_at, last_used_at`

/** The oldest first. */
export function listPasskeys(db: Database | Transaction, userId: number): Promise<StoredPasskey[]> {
  return many(db, sql`select ${columns} from passkeys where user_id = ${userId} order by id`)
}

export function findPasskey(db: Database, credentialId: string): Promise<StoredPasskey | null> {
  return maybeOne(db, sql`select ${columns} from passkeys where credential_id = ${credentialId}`)
}

/** Null when the credential is registered, also by another user. */
export function insertPasskey(
  tx: Transaction,
  passkey: Omit<StoredPasskey, 'id' | 'createdAt' | 'lastUsedAt'>,
): Promise<StoredPasskey | null> {
  return maybeOne(
    tx,
    sql`insert into passkeys ${sql.insert(passkey)} on conflict (credential_id) do nothing
      returning ${columns}`,
  )
}

/** Null when the user has no such passkey. */
export function saveName(
  tx: Transaction,
  { id, userId, name }: Pick<StoredPasskey, 'id' | 'userId' | 'name'>,
): Promise<StoredPasskey | null> {
  return maybeOne(
    tx,
    sql`update passkeys set name = ${name} where id = ${id} and user_id = ${userId}
      returning ${columns}`,
  )
}

/**
 * Records a use. False when another use had the same or a higher counter meanwhile, or when the
 * passkey was removed.
 */
export async function recordUse(
  tx: Transaction,
  { id, counter, isBackedUp }: Pick<StoredPasskey, 'id' | 'counter' | 'isBackedUp'>,
): Promise<boolean> {
  const used = await exec(
    tx,
    sql`update passkeys
      set counter = ${counter}, is_backed_up = ${isBackedUp}, last_used_at = now()
      where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`,
  )
  return used === 1
}

/** False when the user has no such passkey. */
export async function deletePasskey(
  tx: Transaction,
  { id, userId }: Pick<StoredPasskey, 'id' | 'userId'>,
): Promise<boolean> {
  const mine = sql`id = ${id} and user_id = ${userId}`
  return (await exec(tx, sql`delete from passkeys where ${mine}`)) === 1
}

export async function countPasskeys(tx: Transaction, userId: number): Promise<number> {
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*)::int as count from passkeys where user_id = ${userId}`,
  )
  return count
}

export async function deletePasskeysOf(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`delete from passkeys where user_id = ${userId}`)
}
