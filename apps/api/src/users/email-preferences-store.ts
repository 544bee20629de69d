import type { Database, Transaction } from '../db/client.ts'
import { exec, maybeOne, sql } from '../db/query.ts'

export async function wantsRequestEmails(db: Database, userId: number): Promise<boolean> {
  const user = await maybeOne<{ wants: boolean }>(
    db,
    sql`select wants_request_emails as wants from users where id = ${userId}`,
  )
  return user?.wants ?? false
}

export async function saveWantsRequestEmails(
  db: Database | Transaction,
  userId: number,
  wantsRequestEmails: boolean,
): Promise<void> {
  await exec(
    db,
    sql`update users set wants_request_emails = ${wantsRequestEmails} where id = ${userId}`,
  )
}
