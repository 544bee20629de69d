import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Database, Transaction } from '../db/client.ts'
import { maybeOne, one, sql } from '../db/query.ts'

interface NewStatement {
  /** Used only when today's statement has none yet. */
  folio: string
  saleId: number
  userId: number
  /** ISO 8601. */
  asOf: string
  contentHash: string
}

/** Returns the folio of today's statement with these figures, or saves the new one. */
export function saveFolio(
  tx: Transaction,
  { folio, saleId, userId, asOf, contentHash }: NewStatement,
): Promise<{ folio: string; issuedOn: CalendarDate }> {
  return one(
    tx,
    sql`insert into issued_statements (folio, sale_id, user_id, as_of, content_hash)
      values (${folio}, ${saleId}, ${userId}, ${asOf}, ${contentHash})
      on conflict (sale_id, user_id, content_hash, as_of, issued_on)
        do update set folio = issued_statements.folio
      returning folio, issued_on`,
  )
}

export interface IssuedStatement {
  /** ISO 8601 in UTC. */
  issuedAt: string
  isCurrent: boolean
}

/** Current: the sale is not withdrawn and its figures are those of the statement. */
export function findStatement(db: Database, folio: string): Promise<IssuedStatement | null> {
  return maybeOne<IssuedStatement>(
    db,
    sql`select to_char(issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as issued_at,
        coalesce(sales.content_hash = issued_statements.content_hash
          and sales.withdrawn_at is null, false) as is_current
      from issued_statements left join sales on sales.id = issued_statements.sale_id
      where folio = ${folio}`,
  )
}
