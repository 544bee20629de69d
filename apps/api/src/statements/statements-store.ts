import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { PaperFact } from '@carpeta/domain/sales/paper-facts'
import type { Database, Transaction } from '../db/client.ts'
import { exec, instant, many, maybeOne, one, sql } from '../db/query.ts'

interface NewStatement {
  /** Used only when today's statement has none yet. */
  folio: string
  saleId: number
  userId: number
  /** ISO 8601. */
  asOf: string
  contentHash: string
  printedHash: string
  totals: PaperFact[]
}

/** Returns the folio of today's statement with these figures, or saves the new one. */
export function saveFolio(
  tx: Transaction,
  { folio, saleId, userId, asOf, contentHash, printedHash, totals }: NewStatement,
): Promise<{ folio: string; issuedOn: CalendarDate }> {
  return one(
    tx,
    sql`insert into issued_statements (folio, sale_id, user_id, as_of, content_hash, printed_hash, totals)
      values (${folio}, ${saleId}, ${userId}, ${asOf}, ${contentHash}, ${printedHash},
        ${JSON.stringify(totals)}::jsonb)
      on conflict (sale_id, user_id, content_hash, as_of, issued_on)
        do update set totals = excluded.totals
      returning folio, issued_on`,
  )
}

/** A statement issued to this user, with the sale's code as it is now. */
export function findOwnStatement(
  db: Database,
  { folio, userId }: { folio: string; userId: number },
): Promise<{ code: string; issuedOn: CalendarDate; asOf: string; contentHash: string } | null> {
  return maybeOne(
    db,
    sql`select sales.code, issued_on, ${instant('issued_statements.as_of')} as as_of,
        issued_statements.content_hash
      from issued_statements join sales on sales.id = sale_id
      where folio = ${folio} and user_id = ${userId}`,
  )
}

export interface IssuedStatement {
  /** ISO 8601 in UTC. */
  issuedAt: string
  contentHash: string
  printedHash: string | null
  /** `sales.content_hash` now; null when the sale is withdrawn or deleted. */
  saleHash: string | null
  /** ISO 8601 in UTC: the cut-off that it shows. */
  asOf: string
  /** Null in papers of before 2.0.0. */
  totals: PaperFact[] | null
  /** As they are now, empty like `saleHash`. */
  code: string
  holderName: string
  holderRut: string
}

const isShown = sql`sales.withdrawn_at is null and sales.holder_erased_at is null`

export function findStatement(db: Database, folio: string): Promise<IssuedStatement | null> {
  return maybeOne<IssuedStatement>(
    db,
    sql`select to_char(issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as issued_at,
        issued_statements.content_hash, issued_statements.printed_hash, sales.content_hash as sale_hash,
        ${instant('issued_statements.as_of')} as as_of, totals, coalesce(sales.code, '') as code,
        coalesce(sale_holders.full_name, '') as holder_name, coalesce(sale_holders.rut, '') as holder_rut
      from issued_statements left join sales on sales.id = issued_statements.sale_id and ${isShown}
        left join sale_holders on sale_holders.sale_id = sales.id and sale_holders.role = 'holder'
      where folio = ${folio}`,
  )
}

/** The sale as it is now, JSON text; null when it is withdrawn or deleted. */
export async function findViewOf(db: Database, folio: string): Promise<string | null> {
  const found = await maybeOne<{ view: string }>(
    db,
    sql`select sale_views.json as view
      from issued_statements join sales on sales.id = issued_statements.sale_id and ${isShown}
        join sale_views on sale_views.sale_id = sales.id
      where folio = ${folio}`,
  )
  return found?.view ?? null
}

/** A sale of a valid statement of which it is not stored what was printed. */
interface Unprinted {
  saleId: number
  contentHash: string
  view: string
}

export function findWithoutPrintedHash(db: Database, limit: number): Promise<Unprinted[]> {
  return many<Unprinted>(
    db,
    sql`select sales.id as sale_id, sales.content_hash, sale_views.json as view
      from sales join sale_views on sale_views.sale_id = sales.id
      where exists (
        select from issued_statements
        where issued_statements.sale_id = sales.id and printed_hash is null
          and issued_statements.content_hash = sales.content_hash)
      order by sales.id limit ${limit}`,
  )
}

export async function savePrintedHash(
  db: Database,
  { saleId, contentHash }: Unprinted,
  printedHash: string,
): Promise<void> {
  await exec(
    db,
    sql`update issued_statements set printed_hash = ${printedHash}
      where sale_id = ${saleId} and content_hash = ${contentHash} and printed_hash is null`,
  )
}
