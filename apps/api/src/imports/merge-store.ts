import { saleFields } from '@carpeta/domain/sales/sale-fields'
import type { Transaction } from '../db/client.ts'
import { columnOf } from '../db/column-of.ts'
import { exec, type SQL, sql } from '../db/query.ts'
import { type PgTable, shapeOf } from '../db/table-shape.ts'
import { deleteSampleProcedures } from '../procedures/procedures-store.ts'
import { deleteSampleRequests } from '../requests/requests-store.ts'
import { blankErasedBuyers, isAnotherCoHolder } from '../sales/erased-buyers-store.ts'
import { writeSaleViews } from '../sales/sale-view-store.ts'
import {
  commitments,
  deedTrackings,
  instalments,
  payments,
  saleHolders,
  saleProperties,
} from '../sales/sales-tables.ts'
import type { ExportedSale } from './read-exported-sale.ts'
import { changedCodes, vanishing } from './staging-store.ts'

/** The child tables of `sales`, by section of the staged body. */
const children = {
  holders: saleHolders,
  properties: saleProperties,
  instalments,
  payments,
  commitments,
  deed: deedTrackings,
} satisfies Partial<Record<keyof ExportedSale['body'], PgTable>>

const saleColumns = ['holder_rut', ...Object.keys(saleFields).map(columnOf)].map((column) =>
  sql.identifier(column),
)

function listOf(parts: SQL[]): SQL {
  return sql.join(parts, sql`, `)
}

/** Applies the staged sales; replaces all child rows of a changed sale. */
export async function applyStaged(
  tx: Transaction,
  { cutoff, isSample, withdraw }: { cutoff: Date; isSample: boolean; withdraw: boolean },
): Promise<void> {
  if (withdraw && !isSample) {
    // Before a real sale of the same code replaces the sample's.
    await deleteSampleRequests(tx)
    await deleteSampleProcedures(tx)
  }
  await exec(
    tx,
    sql`update sales set as_of = ${cutoff}, is_sample = ${isSample} from staged_lines
      where staged_lines.code = sales.code and not is_bad and body is null
        and sales.as_of is distinct from ${cutoff}`,
  )
  await exec(
    tx,
    sql`update sales set co_holder_erased_at = null from staged_lines
      where staged_lines.code = sales.code and not is_bad and body is not null
        and co_holder_erased_at is not null and ${isAnotherCoHolder(sql`body -> 'holders'`)}`,
  )
  await mergeSales(tx, cutoff, isSample)
  for (const [section, table] of Object.entries(children)) {
    await replaceChildren(tx, section, table)
  }
  await blankErasedBuyers(tx, sql`sales.code in (${changedCodes})`)
  await writeSaleViews(tx, sql`sales.code in (${changedCodes})`)
  if (withdraw) await exec(tx, sql`update sales set withdrawn_at = now() where ${vanishing}`)
}

async function mergeSales(tx: Transaction, cutoff: Date, isSample: boolean): Promise<void> {
  await exec(
    tx,
    sql`insert into sales (code, ${listOf(saleColumns)}, content_hash, as_of, is_sample)
      select sale.code, ${listOf(saleColumns.map((column) => sql`sale.${column}`))},
        staged_lines.hash, ${cutoff}, ${isSample}
      from staged_lines, jsonb_populate_record(null::sales, body -> 'sale') as sale
      where not is_bad and body is not null
      on conflict (code) do update set
        ${listOf(saleColumns.map((column) => sql`${column} = excluded.${column}`))},
        content_hash = excluded.content_hash, as_of = excluded.as_of,
        is_sample = excluded.is_sample, withdrawn_at = null,
        holder_erased_at = case when sales.holder_rut = excluded.holder_rut
          then sales.holder_erased_at end`,
  )
}

async function replaceChildren(tx: Transaction, section: string, table: PgTable): Promise<void> {
  const shape = shapeOf(table)
  const into = sql.identifier(shape.name)
  const columns = shape.columns.filter(({ name }) => name !== 'sale_id')
  const names = columns.map(({ name }) => sql.identifier(name))
  // A missing column gets the table's default.
  const values = columns.map(({ name, initial }) => {
    const value = sql`child.${sql.identifier(name)}`
    return initial === '' ? sql`coalesce(${value}, '')` : value
  })
  await exec(
    tx,
    sql`delete from ${into} using sales
      where ${into}.sale_id = sales.id and sales.code in (${changedCodes})`,
  )
  // `offset 0` stops PostgreSQL from unpacking the body at each use of its section.
  await exec(
    tx,
    sql`insert into ${into} (sale_id, ${listOf(names)})
      select staged.id, ${listOf(values)}
      from (
          select sales.id, body -> ${section}::text as rows
          from staged_lines join sales using (code)
          where not is_bad and body is not null offset 0
        ) as staged,
        jsonb_populate_recordset(null::${into}, case jsonb_typeof(rows)
          when 'array' then rows
          when 'object' then jsonb_build_array(rows)
          else '[]' end) as child`,
  )
}

/**
 * Creates an account, not activated, for every new holder. An erased holder gets one only for a new
 * sale (docs/decisions/0017).
 */
export function createHolderAccounts(tx: Transaction, isSample: boolean): Promise<number> {
  return exec(
    tx,
    sql`insert into users (rut, first_name, last_name, email, is_sample)
      select distinct on (body -> 'sale' ->> 'holder_rut')
        body -> 'sale' ->> 'holder_rut', body -> 'account' ->> 'first_name',
        body -> 'account' ->> 'last_name', body -> 'account' ->> 'email', ${isSample}
      from staged_lines
      where not is_bad and body is not null
        and not exists (select from users where users.rut = body -> 'sale' ->> 'holder_rut')
        and not exists (select from sales where sales.code = staged_lines.code
          and holder_rut = body -> 'sale' ->> 'holder_rut' and holder_erased_at is not null)
      order by body -> 'sale' ->> 'holder_rut', line`,
  )
}
