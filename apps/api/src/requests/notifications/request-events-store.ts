import type { Transaction } from '../../db/client.ts'
import { exec, maybeOne, sql } from '../../db/query.ts'

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
  const { requestId, kind, actorId, text } = event
  await exec(
    tx,
    sql`insert into request_events (request_id, kind, actor_id, text)
      values (${requestId}, ${kind}, ${actorId}, ${text})`,
  )
}

export function findNotifiedRequest(
  tx: Transaction,
  requestId: number,
): Promise<NotifiedRequest | null> {
  return maybeOne<NotifiedRequest>(
    tx,
    sql`select requests.id, requests.procedure_title as title, sales.code as sale_code,
        json_build_object(
          'firstName', users.first_name,
          'fullName', trim(users.first_name || ' ' || users.last_name),
          'email', users.email,
          'wantsEmails', users.wants_request_emails and users.is_active
            and users.deleted_at is null) as member
      from requests
      join sales on sales.id = requests.sale_id
      join users on users.id = requests.user_id
      where requests.id = ${requestId}`,
  )
}
