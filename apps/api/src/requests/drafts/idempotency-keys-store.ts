import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/client.ts'
import { idempotencyKeys } from '../requests-tables.ts'

export interface IdempotentRequest {
  id: number
  isDraft: boolean
  saleId: number
  saleCode: string
  procedureId: number
  comment: string
}

/** What this key began in the last 24 hours, held: it may be sent in this moment. */
export async function lockByKey(
  tx: Transaction,
  userId: number,
  key: string,
): Promise<IdempotentRequest | null> {
  const { rows } = await tx.execute<{
    id: number
    state: string
    sale_id: number
    sale_code: string
    procedure_id: number
    comment: string
  }>(sql`
    select requests.id, state, sale_id, sales.code as sale_code, procedure_id, comment
    from idempotency_keys
      join requests on requests.id = idempotency_keys.request_id
      join sales on sales.id = sale_id
    where idempotency_keys.user_id = ${userId} and idempotency_keys.key = ${hashOf(key)}
      and idempotency_keys.created_at > now() - interval '24 hours'
    for update of requests`)
  const [row] = rows
  if (!row) return null
  return {
    id: row.id,
    isDraft: row.state === 'draft',
    saleId: row.sale_id,
    saleCode: row.sale_code,
    procedureId: row.procedure_id,
    comment: row.comment,
  }
}

/** From now on for 24 hours the key means this request. */
export async function saveKey(
  tx: Transaction,
  { userId, key, requestId }: { userId: number; key: string; requestId: number },
): Promise<void> {
  await tx
    .insert(idempotencyKeys)
    .values({ userId, key: hashOf(key), requestId })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { requestId, createdAt: sql`now()` },
    })
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
