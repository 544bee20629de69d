import { saleFields } from '@carpeta/domain/sales/sale-fields'
import type { Transaction } from '../db/client.ts'
import { columnOf } from '../db/column-of.ts'
import { exec, many, type SQL, sql } from '../db/query.ts'
import { type PgTable, shapeOf } from '../db/table-shape.ts'
import { blankErasedBuyers, isAnotherCoHolder } from './erased-buyers-store.ts'
import { writeSaleViews } from './sale-view-store.ts'
import {
  commitments,
  deedTrackings,
  instalments,
  payments,
  saleFindings,
  saleHolders,
  saleProperties,
} from './sales-tables.ts'

/** The tables below `sales`, each with the section of the loaded body that fills it. */
export const sections = {
  holders: saleHolders,
  properties: saleProperties,
  instalments,
  payments,
  commitments,
  deed: deedTrackings,
  findings: saleFindings,
} satisfies Record<string, PgTable>

/** The sections that a loaded body consists of, `sale` besides. */
export type SaleSection = keyof typeof sections

const saleColumns = ['holder_rut', ...Object.keys(saleFields).map(columnOf)].map((column) =>
  sql.identifier(column),
)

function listOf(parts: SQL[]): SQL {
  return sql.join(parts, sql`, `)
}

export interface LoadFacts {
  cutoff: Date
  isSample: boolean
}

/** The content hash of each of these sales that the portal shows. */
export async function findContentHashes(
  tx: Transaction,
  codes: (string | null)[],
): Promise<Map<string, string>> {
  const stored = await many<{ code: string; contentHash: string }>(
    tx,
    sql`select code, content_hash from sales where code = any(${codes}) and withdrawn_at is null`,
  )
  return new Map(stored.map(({ code, contentHash }) => [code, contentHash]))
}

/** A condition on `sales`: a load that repeats them unchanged has another date. */
export function isDatedOtherwise({ cutoff, isSample }: LoadFacts): SQL {
  return sql`(sales.as_of, sales.is_sample) is distinct from (${cutoff}::timestamptz, ${isSample}::boolean)`
}

/** Dates the sales that a load repeats unchanged; `codes` selects them. */
export async function confirmSales(
  tx: Transaction,
  codes: SQL,
  { cutoff, isSample }: LoadFacts,
): Promise<void> {
  await exec(
    tx,
    sql`update sales set as_of = ${cutoff}, is_sample = ${isSample}
      where sales.code in (${codes}) and ${isDatedOtherwise({ cutoff, isSample })}`,
  )
}

/**
 * Adds and changes sales; the rows below a sale that changed are replaced. `loaded` selects `code`,
 * `hash` and `body`: JSON with `sale` and the sections.
 */
export async function mergeSales(tx: Transaction, loaded: SQL, facts: LoadFacts): Promise<void> {
  const isLoaded = sql`sales.code in (select loaded.code from (${loaded}) as loaded)`
  await exec(
    tx,
    sql`update sales set co_holder_erased_at = null from (${loaded}) as loaded
      where loaded.code = sales.code and co_holder_erased_at is not null
        and ${isAnotherCoHolder(sql`loaded.body -> 'holders'`)}`,
  )
  await upsertSales(tx, loaded, facts)
  for (const [section, table] of Object.entries(sections)) {
    await replaceChildren(tx, section, table, { loaded, isLoaded })
  }
  await blankErasedBuyers(tx, isLoaded)
  await writeSaleViews(tx, isLoaded)
}

async function upsertSales(
  tx: Transaction,
  loaded: SQL,
  { cutoff, isSample }: LoadFacts,
): Promise<void> {
  await exec(
    tx,
    sql`insert into sales (code, ${listOf(saleColumns)}, content_hash, as_of, is_sample)
      select sale.code, ${listOf(saleColumns.map((column) => sql`sale.${column}`))},
        loaded.hash, ${cutoff}, ${isSample}
      from (${loaded}) as loaded, jsonb_populate_record(null::sales, loaded.body -> 'sale') as sale
      on conflict (code) do update set
        ${listOf(saleColumns.map((column) => sql`${column} = excluded.${column}`))},
        content_hash = excluded.content_hash, as_of = excluded.as_of,
        is_sample = excluded.is_sample, withdrawn_at = null,
        holder_erased_at = case when sales.holder_rut = excluded.holder_rut
          then sales.holder_erased_at end`,
  )
}

/** Replaces the rows of one table below the loaded sales. */
export async function replaceChildren(
  tx: Transaction,
  section: string,
  table: PgTable,
  { loaded, isLoaded }: { loaded: SQL; isLoaded: SQL },
): Promise<void> {
  const shape = shapeOf(table)
  const into = sql.identifier(shape.name)
  const columns = shape.columns.filter(({ name }) => name !== 'sale_id')
  const names = columns.map(({ name }) => sql.identifier(name))
  // A column that this row does not have keeps the default of its table.
  const values = columns.map(({ name, initial }) => {
    const value = sql`child.${sql.identifier(name)}`
    return initial === '' ? sql`coalesce(${value}, '')` : value
  })
  await exec(
    tx,
    sql`delete from ${into} using sales where ${into}.sale_id = sales.id and ${isLoaded}`,
  )
  // `offset 0` keeps PostgreSQL from unpacking the body once for each use of its section.
  await exec(
    tx,
    sql`insert into ${into} (sale_id, ${listOf(names)})
      select section.sale_id, ${listOf(values)}
      from (
          select sales.id as sale_id, loaded.body -> ${section}::text as rows
          from (${loaded}) as loaded join sales on sales.code = loaded.code offset 0
        ) as section,
        jsonb_populate_recordset(null::${into}, case jsonb_typeof(rows)
          when 'array' then rows
          when 'object' then jsonb_build_array(rows)
          else '[]' end) as child`,
  )
}

/** Hides the sales that `which` selects (a condition on `sales`). */
export async function withdrawSales(tx: Transaction, which: SQL): Promise<void> {
  await exec(tx, sql`update sales set withdrawn_at = now() where ${which}`)
}
