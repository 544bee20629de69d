import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/client.ts'
import { requestEvents } from '../requests-tables.ts'

/** What the letters about a request say of it. */
export interface NotifiedRequest {
  id: number
  title: string
  saleCode: string
  member: { firstName: string; fullName: string; email: string; wantsEmails: boolean }
}

export async function insertEvent(
  tx: Transaction,
  event: { requestId: number; kind: string; actorId: number; text: string },
): Promise<void> {
  await tx.insert(requestEvents).values(event)
}

export async function findNotifiedRequest(
  tx: Transaction,
  requestId: number,
): Promise<NotifiedRequest | null> {
  const { rows } = await tx.execute<{
    id: number
    procedure_title: string
    sale_code: string
    first_name: string
    full_name: string
    email: string
    wants_emails: boolean
  }>(sql`
    select requests.id, requests.procedure_title, sales.code as sale_code, users.first_name,
      trim(users.first_name || ' ' || users.last_name) as full_name, users.email,
      users.wants_request_emails and users.is_active and users.deleted_at is null as wants_emails
    from requests
    join sales on sales.id = requests.sale_id
    join users on users.id = requests.user_id
    where requests.id = ${requestId}`)
  const [row] = rows
  if (!row) return null
  return {
    id: row.id,
    title: row.procedure_title,
    saleCode: row.sale_code,
    member: {
      firstName: row.first_name,
      fullName: row.full_name,
      email: row.email,
      wantsEmails: row.wants_emails,
    },
  }
}
