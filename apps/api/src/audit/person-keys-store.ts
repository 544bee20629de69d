import { randomBytes } from 'node:crypto'
import type { Queryable, Transaction } from '../db/client.ts'
import { exec, many, sql } from '../db/query.ts'

/** The key of each person; an erased person has none. */
export type PersonKeys = ReadonlyMap<number, Buffer>

interface PersonKeyRow {
  userId: number
  encryptionKey: string
}

const KEY_BYTES = 32

export async function readPersonKeys(
  db: Queryable,
  userIds: readonly number[],
): Promise<PersonKeys> {
  const rows = await many<PersonKeyRow>(
    db,
    sql`select user_id, encryption_key from audit_person_keys where user_id = any(${userIds})`,
  )
  return keysOf(rows)
}

/** Creates the keys that are missing, but none for an erased account. */
export async function readOrCreatePersonKeys(
  tx: Transaction,
  userIds: readonly number[],
): Promise<PersonKeys> {
  // Also for nobody: a refused login runs the same statements for every rut (docs/security.md 1.2).
  const candidates = userIds.map(() => randomBytes(KEY_BYTES).toString('hex'))
  // Waits for an erasure under way, and then finds the account erased.
  const rows = await many<PersonKeyRow>(
    tx,
    sql`
      with created as (
        insert into audit_person_keys (user_id, encryption_key)
        select users.id, candidate.encryption_key
        from unnest(${userIds}::int[], ${candidates}::text[]) candidate (id, encryption_key)
        join users on users.id = candidate.id
        where users.erased_at is null
          and not exists (select from audit_person_keys where user_id = users.id)
        for key share of users
        on conflict do nothing
        returning user_id, encryption_key
      )
      select user_id, encryption_key from created
      union all
      select user_id, encryption_key from audit_person_keys where user_id = any(${userIds})`,
  )
  // Another transaction may have created one meanwhile.
  return rows.length < userIds.length ? readPersonKeys(tx, userIds) : keysOf(rows)
}

function keysOf(rows: PersonKeyRow[]): PersonKeys {
  return new Map(
    rows.map(({ userId, encryptionKey }) => [userId, Buffer.from(encryptionKey, 'hex')]),
  )
}

/** After this nobody can read what entries say about an erased person. */
export async function deletePersonKey(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`select erase_audit_person_key(${userId})`)
}
