import { createHash } from 'node:crypto'
import type { Transaction } from '../../db/client.ts'
import { exec, maybeOne, sql } from '../../db/query.ts'

interface IdempotentRequest {
  id: number
  isDraft: boolean
  saleId: number
  saleCode: string
  procedureId: number
  comment: string
}

/** Locks the request that the key created within 24 hours, since a concurrent call may send it. */
export function lockByKey(
  tx: Transaction,
  userId: number,
  key: string,
): Promise<IdempotentRequest | null> {
  return maybeOne<IdempotentRequest>(
    tx,
    sql`select requests.id, state = 'draft' as is_draft, sale_id, sales.code as sale_code,
        procedure_id, comment
      from idempotency_keys
        join requests on requests.id = idempotency_keys.request_id
        join sales on sales.id = sale_id
      where idempotency_keys.user_id = ${userId} and idempotency_keys.key = ${hashOf(key)}
        and idempotency_keys.created_at > now() - interval '24 hours'
      for update of requests`,
  )
}

/** For 24 hours the key returns this request. */
export async function saveKey(
  tx: Transaction,
  { userId, key, requestId }: { userId: number; key: string; requestId: number },
): Promise<void> {
  await exec(
    tx,
    sql`insert into idempotency_keys (user_id, key, request_id)
      values (${userId}, ${hashOf(key)}, ${requestId})
      on conflict (user_id, key)
        do update set request_id = excluded.request_id, created_at = now()`,
  )
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
