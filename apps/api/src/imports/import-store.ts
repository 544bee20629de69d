import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'
import { deleteSampleProcedures } from '../procedures/procedures-store.ts'
import { deleteSampleRequests } from '../requests/requests-store.ts'
import {
  blankErasedBuyers,
  isAnotherCoHolder,
  isOfErasedBuyer,
} from '../sales/erased-buyers-store.ts'
import { writeSaleDocuments } from '../sales/sale-document-store.ts'
import type { Reject } from './field-reader.ts'
import { loadRejects, loads } from './imports-tables.ts'
import type { ExportedSale } from './read-exported-sale.ts'

const IMPORT_LOCK = 72_010_004

export interface StagedLine {
  line: number
  code: string | null
  sale: ExportedSale | null
}

export interface ReportedReject extends Reject {
  line: number
  saleCode: string | null
}

/** One load at a time: false when another is under way. */
export async function lockImport(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${IMPORT_LOCK}) as locked`,
  )
  return rows[0]?.locked ?? false
}

export async function createStaging(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    create temporary table staged_lines (
      line integer not null, code text, hash text, body jsonb, is_bad boolean not null
    ) on commit drop`)
  await tx.execute(sql`
    create temporary table staged_rejects (
      line integer not null, sale_code text, field text not null, value text not null,
      reason text not null
    ) on commit drop`)
}

/** The body of a sale that has not changed is not even sent: most of a daily load. */
export async function stageLines(tx: Transaction, lines: StagedLine[]): Promise<void> {
  const known = await hashesOf(tx, lines)
  const rows = lines.map(({ line, code, sale }) => ({
    line,
    code,
    hash: sale?.hash ?? null,
    body: sale && known.get(sale.code) !== sale.hash ? sale.body : null,
  }))
  await tx.execute(sql`
    insert into staged_lines (line, code, hash, body, is_bad)
    select line, code, hash, body, hash is null
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given (line integer, code text, hash text, body jsonb)`)
}

async function hashesOf(tx: Transaction, lines: StagedLine[]): Promise<Map<string, string>> {
  const codes = JSON.stringify(lines.map(({ code }) => code))
  const { rows } = await tx.execute<{ code: string; content_hash: string }>(sql`
    select code, content_hash from sales
    where code in (select json_array_elements_text(${codes}::json)) and withdrawn_at is null`)
  return new Map(rows.map((row) => [row.code, row.content_hash]))
}

export async function stageRejects(tx: Transaction, rejects: ReportedReject[]): Promise<void> {
  if (rejects.length === 0) return
  const rows = rejects.map(({ saleCode, ...reject }) => ({ ...reject, sale_code: saleCode }))
  await tx.execute(sql`
    insert into staged_rejects (line, sale_code, field, value, reason)
    select line, sale_code, field, value, reason
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given (line integer, sale_code text, field text, value text, reason text)`)
}

/** A code that comes twice: neither line can be trusted. */
export async function rejectRepeatedCodes(tx: Transaction): Promise<void> {
  await tx.execute(sql`create index on staged_lines (code)`)
  await tx.execute(sql`analyze staged_lines`)
  await tx.execute(sql`
    with repeated as (
      update staged_lines set is_bad = true
      where code in (select code from staged_lines group by code having count(*) > 1)
      returning line, code
    )
    insert into staged_rejects (line, sale_code, field, value, reason)
    select line, code, 'code', left(code, 80), 'está repetido' from repeated`)
}

export interface StagedCounts {
  lines: number
  bad: number
  /** Lines of which not even the code is known. */
  withoutCode: number
  added: number
  changed: number
  unchanged: number
  /** Real sales that the portal shows, and how many of them the file no longer has. */
  shown: number
  vanishing: number
  vanishingSample: number
}

export async function countStaged(tx: Transaction): Promise<StagedCounts> {
  const { rows } = await tx.execute<{ counts: StagedCounts }>(sql`
    select json_build_object(
      'lines', (select count(*) from staged_lines),
      'bad', (select count(*) from staged_lines where is_bad),
      'withoutCode', (select count(*) from staged_lines where code is null),
      'added', (select count(*) from staged_lines where not is_bad
        and not exists (select from sales where sales.code = staged_lines.code)),
      'changed', (select count(*) from staged_lines join sales using (code)
        where not is_bad and body is not null),
      'unchanged', (select count(*) from staged_lines where not is_bad and body is null),
      'shown', (select count(*) from sales where withdrawn_at is null and not is_sample),
      'vanishing', (select count(*) from sales where ${vanishing} and not is_sample),
      'vanishingSample', (select count(*) from sales where ${vanishing} and is_sample)
    ) as counts`)
  if (!rows[0]) throw new Error('no counts')
  return rows[0].counts
}

const vanishing = sql`withdrawn_at is null
  and not exists (select from staged_lines where staged_lines.code = sales.code)`

/** Cut-off of the newest real load; the sample cooperative never stands in the way of one. */
export async function newestCutoff(tx: Transaction): Promise<Date | null> {
  const { rows } = await tx.execute<{ cutoff: string | null }>(
    sql`select max(cutoff)::text as cutoff from loads where not is_sample`,
  )
  return rows[0]?.cutoff ? new Date(rows[0].cutoff) : null
}

export async function readRejects(tx: Transaction, most: number): Promise<ReportedReject[]> {
  const { rows } = await tx.execute<ReportedReject & Record<string, unknown>>(sql`
    select line, sale_code as "saleCode", field, value, reason
    from staged_rejects order by line, field limit ${most}`)
  return rows
}

/** Brings the tables to what is staged. Children are written anew for the sales that changed. */
export async function applyStaged(
  tx: Transaction,
  { cutoff, isSample, withdraw }: { cutoff: Date; isSample: boolean; withdraw: boolean },
): Promise<void> {
  if (withdraw && !isSample) {
    // Before a real sale of the same code takes the sample's place.
    await deleteSampleRequests(tx)
    await deleteSampleProcedures(tx)
  }
  const asOf = sql`${cutoff.toISOString()}::timestamptz`
  await tx.execute(sql`
    update sales set as_of = ${asOf}, is_sample = ${isSample} from staged_lines
    where staged_lines.code = sales.code and not is_bad and body is null
      and sales.as_of is distinct from ${asOf}`)
  await tx.execute(sql`
    update sales set co_holder_erased_at = null from staged_lines
    where staged_lines.code = sales.code and not is_bad and body is not null
      and co_holder_erased_at is not null and ${isAnotherCoHolder(sql`body -> 'holders'`)}`)
  await tx.execute(sql`
    insert into sales (code, holder_rut, project, condominium, advisor, price, approved_on,
      completed_on, content_hash, as_of, is_sample)
    select sale.code, sale.holder_rut, sale.project, sale.condominium, sale.advisor, sale.price,
      sale.approved_on, sale.completed_on, staged_lines.hash, ${asOf}, ${isSample}
    from staged_lines, jsonb_populate_record(null::sales, body -> 'sale') as sale
    where not is_bad and body is not null
    on conflict (code) do update set
      holder_rut = excluded.holder_rut, project = excluded.project,
      condominium = excluded.condominium, advisor = excluded.advisor, price = excluded.price,
      approved_on = excluded.approved_on, completed_on = excluded.completed_on,
      content_hash = excluded.content_hash, as_of = excluded.as_of,
      is_sample = excluded.is_sample, withdrawn_at = null,
      holder_erased_at = case when sales.holder_rut = excluded.holder_rut
        then sales.holder_erased_at end`)
  for (const child of children) await replaceChildren(tx, child)
  await blankErasedBuyers(tx, sql`sales.code in (${changedCodes})`)
  await writeSaleDocuments(tx, sql`sales.code in (${changedCodes})`)
  if (withdraw) await tx.execute(sql`update sales set withdrawn_at = now() where ${vanishing}`)
}

const changedCodes = sql`select code from staged_lines where not is_bad and body is not null`

interface Child {
  table: string
  /** Its key in the staged body. */
  key: string
  columns: string[]
}

const children: Child[] = [
  {
    table: 'sale_holders',
    key: 'holders',
    columns: [
      ...['role', 'full_name', 'given_names', 'rut', 'city', 'commune', 'address', 'profession'],
      ...['marital_status', 'employer', 'phone', 'email', 'income', 'fee_income', 'rental_income'],
      ...['average_income', 'legal_representative'],
    ],
  },
  { table: 'sale_properties', key: 'properties', columns: ['position', 'type', 'lot', 'model'] },
  {
    table: 'instalments',
    key: 'instalments',
    columns: ['position', 'due_on', 'amount', 'balance', 'state'],
  },
  {
    table: 'payments',
    key: 'payments',
    columns: ['key', 'position', 'amount', 'deposited_on', 'document_type', 'receipt_url'],
  },
  {
    table: 'commitments',
    key: 'commitments',
    columns: [
      ...['kind', 'amount', 'amount_in_pesos', 'share', 'document_type', 'last_paid_on', 'paid'],
      ...['paid_share', 'pending_instalments'],
    ],
  },
  {
    table: 'deed_trackings',
    key: 'deed',
    columns: [
      ...['lender', 'drafted_on', 'buyer_signed_on', 'seller_signed_on'],
      ...['releasing_bank_signed_on', 'entered_lender_on', 'lender_signed_on', 'closed_on'],
      ...['entered_registry_on', 'left_registry_on'],
    ],
  },
]

async function replaceChildren(tx: Transaction, { table, key, columns }: Child): Promise<void> {
  const into = sql.identifier(table)
  const names = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )
  const values: SQL = sql.join(
    // A column that this row says nothing of keeps the table's own default: '' for words.
    columns.map((column) =>
      column === 'document_type'
        ? sql`coalesce(child.document_type, '')`
        : sql`child.${sql.identifier(column)}`,
    ),
    sql`, `,
  )
  const rows = key === 'deed' ? sql`jsonb_build_array(body -> 'deed')` : sql`body -> ${key}::text`
  const present = key === 'deed' ? sql`and body -> 'deed' <> 'null'` : sql``
  await tx.execute(sql`
    delete from ${into} using sales
    where ${into}.sale_id = sales.id and sales.code in (${changedCodes})`)
  await tx.execute(sql`
    insert into ${into} (sale_id, ${names})
    select sales.id, ${values}
    from staged_lines join sales using (code),
      jsonb_populate_recordset(null::${into}, ${rows}) as child
    where not is_bad and body is not null ${present}`)
}

/**
 * A holder seen for the first time gets an account that is not activated yet (design.md §4). One who
 * was erased gets none for the sales of before, only for a new one (docs/decisions/0017).
 */
export async function createHolderAccounts(tx: Transaction, isSample: boolean): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into users (rut, first_name, last_name, email, is_sample)
    select distinct on (body -> 'sale' ->> 'holder_rut')
      body -> 'sale' ->> 'holder_rut', body -> 'account' ->> 'first_name',
      body -> 'account' ->> 'last_name', body -> 'account' ->> 'email', ${isSample}
    from staged_lines
    where not is_bad and body is not null
      and not exists (select from users where users.rut = body -> 'sale' ->> 'holder_rut')
      and not exists (select from sales where sales.code = staged_lines.code
        and holder_rut = body -> 'sale' ->> 'holder_rut' and holder_erased_at is not null)
    order by body -> 'sale' ->> 'holder_rut', line`)
  return rowCount ?? 0
}

/** Whether this very file was the last one loaded. */
export async function isLastLoad(tx: Transaction, fileHash: string): Promise<boolean> {
  const { rows } = await tx.execute<{ file_hash: string }>(
    sql`select file_hash from loads order by id desc limit 1`,
  )
  return rows[0]?.file_hash === fileHash
}

export async function recordLoad(tx: Transaction, load: typeof loads.$inferInsert): Promise<void> {
  const [row] = await tx.insert(loads).values(load).returning({ id: loads.id })
  if (!row) return
  await tx.execute(sql`
    insert into ${loadRejects} (load_id, line, sale_code, field, value, reason)
    select ${row.id}, line, left(sale_code, 500), field,
      case when ${isOfErasedBuyer} then '' else value end, reason
    from staged_rejects left join sales on sales.code = staged_rejects.sale_code
    order by line, field`)
}

/** What loads of so long ago could not read. @returns how many values */
export async function deleteOldRejects(db: Database, days: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from load_rejects using loads
    where loads.id = load_rejects.load_id and applied_at < now() - ${days} * interval '1 day'`)
  return rowCount ?? 0
}
