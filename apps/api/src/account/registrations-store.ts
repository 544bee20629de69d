import type { Database, Transaction } from '../db/client.ts'
import { exec, maybeOne, sql } from '../db/query.ts'

interface PendingRegistration {
  firstName: string
  lastName: string
  email: string
  passwordHash: string
  browserHash: string | null
}

type NoRegistration = Record<keyof PendingRegistration, null>

export async function insertRegistration(
  tx: Transaction,
  linkHash: string,
  registration: PendingRegistration,
): Promise<void> {
  await exec(
    tx,
    sql`insert into pending_registrations ${sql.insert({ linkHash, ...registration })}`,
  )
}

/** Null for a link that ended; without values for one that an older release sent. */
export function findRegistration(
  db: Database,
  linkHash: string,
): Promise<PendingRegistration | NoRegistration | null> {
  return maybeOne<PendingRegistration | NoRegistration>(
    db,
    sql`select first_name, last_name, email, password_hash, browser_hash
      from account_links left join pending_registrations on link_hash = token_hash
      where token_hash = ${linkHash} and used_at is null`,
  )
}

export async function deleteRegistration(tx: Transaction, linkHash: string): Promise<void> {
  await exec(tx, sql`delete from pending_registrations where link_hash = ${linkHash}`)
}
