import type { Transaction } from '../db/client.ts'
import { one, sql } from '../db/query.ts'

/** The member that the emails about a request go to or name. */
export interface NotifiedMember {
  firstName: string
  fullName: string
  email: string
  wantsEmails: boolean
}

export function findNotifiedMember(tx: Transaction, userId: number): Promise<NotifiedMember> {
  return one<NotifiedMember>(
    tx,
    sql`select first_name, trim(first_name || ' ' || last_name) as full_name, email,
        wants_request_emails and is_active and deleted_at is null as wants_emails
      from users where id = ${userId}`,
  )
}
