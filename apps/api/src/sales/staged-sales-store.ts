import { saleFields } from '@carpeta/domain/sales/sale-fields'
import { analyzeFilled } from '../db/analyze-filled.ts'
import type { Transaction } from '../db/client.ts'
import { copyInto } from '../db/copy.ts'
import { exec, many, type SQL, sql } from '../db/query.ts'
import { columnOf, type PgTable, shapeOf } from '../db/table-shape.ts'
import {
  blankErasedBuyers,
  hasErasedBuyer,
  isAnyBuyerErased,
  markErasedBuyers,
  recordBuyers,
} from './erased-buyers-store.ts'
import { saleViewOf, writeSaleViews } from './sale-view-store.ts'
import { type SaleSection, sections } from './sales-tables.ts'

export interface LoadFacts {
  cutoff: Date
  isSample: boolean
}

export interface StoredHashes {
  contentHash: string
  sourceHash: string | null
}

/** The hashes of those of these sales that the portal shows. */
export async function findHashes(
  tx: Transaction,
  codes: (string | null)[],
): Promise<Map<string, StoredHashes>> {
  const stored = await many<StoredHashes & { code: string }>(
    tx,
    sql`select code, content_hash, source_hash from sales
      where code = any(${codes}) and withdrawn_at is null`,
  )
  return new Map(stored.map(({ code, ...hashes }) => [code, hashes]))
}

/** A condition on `sales`: a load that repeats them unchanged has another date. */
export function isDatedOtherwise({ cutoff, isSample }: LoadFacts): SQL {
  return sql`(sales.as_of, sales.is_sample) is distinct from (${cutoff}::timestamptz, ${isSample}::boolean)`
}

/** Dates the sales that a load repeats unchanged; `repeated` selects `code` and `source_hash`. */
export async function confirmSales(
  tx: Transaction,
  repeated: SQL,
  { cutoff, isSample }: LoadFacts,
): Promise<void> {
  await exec(
    tx,
    sql`update sales
      set as_of = ${cutoff}, is_sample = ${isSample}, source_hash = repeated.source_hash
      from (${repeated}) as repeated
      where repeated.code = sales.code and (${isDatedOtherwise({ cutoff, isSample })}
        or sales.source_hash is distinct from repeated.source_hash)`,
  )
}

/** Hides the sales that `which` selects (a condition on `sales`). */
export async function withdrawSales(tx: Transaction, which: SQL): Promise<void> {
  await exec(tx, sql`update sales set withdrawn_at = now() where ${which}`)
}

// New versions of sales wait in temporary tables until the whole load is accepted. `ordinal` is the
// place of a sale in the load.

const saleColumns = ['holder_rut', ...Object.keys(saleFields).map(columnOf)]

/** A table of `copyStaged`: what follows `ordinal` in its rows, with what an absent value is. */
interface StagedTable {
  section: SaleSection | 'sale'
  columns: { name: string; absent: '' | null }[]
}

export const stagedTables: StagedTable[] = [
  { section: 'sale', columns: ['code', ...saleColumns].map((name) => ({ name, absent: null })) },
  ...Object.entries(sections).map(([section, table]) => ({
    section: section as SaleSection,
    columns: childColumns(table),
  })),
]

/** Selects `ordinal`: the staged sales whose holder has an email in accounting. */
export const stagedWithEmail = sql`
  select ordinal from staged_holders where role = 'holder' and staged_holders.email <> ''`

/** The same as a condition on `sales`. */
export const hasHolderEmail = sql`exists (
  select from sale_holders
  where sale_id = sales.id and role = 'holder' and sale_holders.email <> '')`

function childColumns(table: PgTable): StagedTable['columns'] {
  return shapeOf(table)
    .columns.filter(({ name }) => name !== 'sale_id')
    .map(({ name, initial }) => ({ name, absent: initial === '' ? '' : null }))
}

function stagedName(section: StagedTable['section']): string {
  return `staged_${section}`
}

function listOf(names: string[], from?: string): SQL {
  const parts = names.map((name) =>
    from ? sql`${sql.identifier(from)}.${sql.identifier(name)}` : sql.identifier(name),
  )
  return sql.join(parts, sql`, `)
}

export async function createStagedSales(tx: Transaction): Promise<void> {
  for (const [section, table] of Object.entries(sections)) {
    const names = childColumns(table).map(({ name }) => name)
    await exec(
      tx,
      sql`create temporary table ${sql.identifier(`staged_${section}`)} on commit drop as
        select 0 as ordinal, ${listOf(names)} from ${sql.identifier(shapeOf(table).name)} limit 0`,
    )
  }
  await exec(
    tx,
    sql`create temporary table staged_sale on commit drop as
      select 0 as ordinal, code, ${listOf(saleColumns)}, content_hash, source_hash
      from sales limit 0`,
  )
}

/** Stages rows in the text format of COPY; those of `sale` end with its hashes. */
export async function copyStaged(
  tx: Transaction,
  { section, columns }: StagedTable,
  rows: string,
): Promise<void> {
  const names = ['ordinal', ...columns.map(({ name }) => name)]
  if (section === 'sale') names.push('content_hash', 'source_hash')
  if (rows.length > 0) await copyInto(tx, stagedName(section), names, [rows])
}

/** The JSON of a row of `staged_sale`, as members would see it. `indexStagedSales` comes first. */
export const stagedView = saleViewOf({
  sale: 'staged_sale',
  key: 'ordinal',
  reference: 'ordinal',
  below: stagedName,
})

/** For reading single staged sales; a merge reads all of them. */
export async function indexStagedSales(tx: Transaction): Promise<void> {
  for (const section of Object.keys(sections)) {
    await exec(tx, sql`create index on ${sql.identifier(`staged_${section}`)} (ordinal)`)
  }
}

/** Leaves out the sales that `which` selects by `ordinal`. */
export async function unstageSales(tx: Transaction, which: SQL): Promise<void> {
  await exec(tx, sql`delete from staged_sale where ordinal in (${which})`)
}

/** Adds and changes the staged sales; the rows below a sale that changed are replaced. */
export async function mergeStagedSales(tx: Transaction, facts: LoadFacts): Promise<void> {
  await exec(
    tx,
    sql`create temporary table replaced_sales on commit drop as
      select sales.id as sale_id from staged_sale join sales using (code)`,
  )
  await upsertSales(tx, facts)
  await exec(
    tx,
    sql`create temporary table staged_ids on commit drop as
      select staged_sale.ordinal, sales.id as sale_id from staged_sale join sales using (code)`,
  )
  await exec(tx, sql`analyze staged_ids`)
  await exec(tx, sql`analyze replaced_sales`)
  for (const [section, table] of Object.entries(sections)) await replaceRows(tx, section, table)
  const isStaged = sql`sales.id in (select sale_id from staged_ids)`
  await analyzeFilled(tx)
  await recordBuyers(tx, isStaged)
  await analyzeFilled(tx)
  if (await isAnyBuyerErased(tx)) {
    await markErasedBuyers(tx, isStaged)
    await blankErasedBuyers(tx, sql`${isStaged} and ${hasErasedBuyer}`)
  }
  await writeSaleViews(tx, isStaged)
}

async function upsertSales(tx: Transaction, { cutoff, isSample }: LoadFacts): Promise<void> {
  const updated = saleColumns.map((name) => {
    const column = sql.identifier(name)
    return sql`${column} = excluded.${column}`
  })
  await exec(
    tx,
    sql`insert into sales (code, ${listOf(saleColumns)}, content_hash, source_hash, as_of,
        is_sample)
      select code, ${listOf(saleColumns)}, content_hash, source_hash, ${cutoff}, ${isSample} from staged_sale
      order by ordinal
      on conflict (code) do update set
        ${sql.join(updated, sql`, `)},
        content_hash = excluded.content_hash, source_hash = excluded.source_hash, as_of = excluded.as_of,
        is_sample = excluded.is_sample, withdrawn_at = null`,
  )
}

async function replaceRows(tx: Transaction, section: string, table: PgTable): Promise<void> {
  const into = sql.identifier(shapeOf(table).name)
  const names = childColumns(table).map(({ name }) => name)
  await exec(
    tx,
    sql`delete from ${into} using replaced_sales where ${into}.sale_id = replaced_sales.sale_id`,
  )
  await exec(
    tx,
    sql`insert into ${into} (sale_id, ${listOf(names)})
      select sale_id, ${listOf(names, 'staged')}
      from ${sql.identifier(`staged_${section}`)} as staged join staged_ids using (ordinal)`,
  )
}
