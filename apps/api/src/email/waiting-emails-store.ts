import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, type SQL, sql } from '../db/query.ts'

/** Stores an email and returns the `payload` of its job, with the email's number beside the given facts. */
export function insertWaiting(sealed: string, facts: object): SQL {
  return sql`insert into waiting_emails (sealed) values (${sealed})
    returning (${JSON.stringify(facts)}::jsonb || jsonb_build_object('emailId', id))::json as payload`
}

/** Null once it is sent or deleted. */
export async function findWaiting(db: Database, id: number): Promise<string | null> {
  const email = await maybeOne<{ sealed: string }>(
    db,
    sql`select sealed from waiting_emails where id = ${id}`,
  )
  return email?.sealed ?? null
}

export function listWaiting(tx: Transaction): Promise<{ id: number; sealed: string }[]> {
  return many(tx, sql`select id, sealed from waiting_emails order by id`)
}

export function deleteWaiting(db: Database | Transaction, ids: number[]): Promise<number> {
  return exec(db, sql`delete from waiting_emails where id = any(${ids})`)
}

/** A job is tried for about so long. */
const DAYS_OF_ATTEMPTS = 3

/** Deletes emails whose last attempt failed that many days ago. @returns how many */
export function deleteUndelivered(db: Database, days: number): Promise<number> {
  return exec(
    db,
    sql`delete from waiting_emails
      where created_at < now() - ${days + DAYS_OF_ATTEMPTS} * interval '1 day'`,
  )
}
