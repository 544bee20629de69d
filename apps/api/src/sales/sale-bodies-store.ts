import type { Transaction } from '../db/client.ts'
import { exec, type SQL, sql } from '../db/query.ts'
import { type PgTable, shapeOf } from '../db/table-shape.ts'
import { blankErasedBuyers, markErasedBuyers, retainedColumns } from './erased-buyers-store.ts'
import { writeSaleViews } from './sale-view-store.ts'
import { normalisedRut, sales, sections } from './sales-tables.ts'
import { withdrawSales } from './staged-sales-store.ts'

const rowsBelow = Object.entries(sections).map(([section, table]) => {
  const name = sql.identifier(shapeOf(table).name)
  return sql`${sql.raw(`'${section}'`)}, (
    select coalesce(jsonb_agg(to_jsonb(child) - 'sale_id'), '[]')
    from ${name} child where child.sale_id = sales.id)`
})

/** All rows of a sale as one JSON value, from which `restoreSales` writes them again. */
export const saleBody = sql`jsonb_build_object(
  'sale', to_jsonb(sales) - 'id', ${sql.join(rowsBelow, sql`, `)})`

/** As accounting names the holder of the sale with this code; '' of a sale that is not loaded. */
export function holderNameOf(code: SQL): SQL {
  return sql`coalesce((select full_name from sale_holders join sales named on named.id = sale_id
    where named.code = ${code} and role = 'holder'), '')`
}

/** Its main property, 'Casa 24'; '' where accounting tells none. */
export function homeOf(code: SQL): SQL {
  return sql`coalesce((select trim(concat_ws(' ', type, lot)) from sale_properties
      join sales named on named.id = sale_id
    where named.code = ${code} and position = 0), '')`
}

const restored = shapeOf(sales)
  .columns.filter(({ name }) => name !== 'id' && name !== 'code')
  .map(({ name }) => sql`${sql.identifier(name)} = former.${sql.identifier(name)}`)

/** Writes sales as they were; `bodies` selects `code` and `body`, a `saleBody`. */
export async function restoreSales(tx: Transaction, bodies: SQL): Promise<void> {
  // A column that a later migration added keeps its value.
  await exec(
    tx,
    sql`update sales set ${sql.join(restored, sql`, `)}
      from (
        select current.id as sale_id, former.*
        from (${bodies}) as given join sales as current on current.code = given.code,
          jsonb_populate_record(current, given.body -> 'sale') as former
      ) as former
      where sales.id = former.sale_id`,
  )
  const isRestored = sql`sales.code in (select given.code from (${bodies}) as given)`
  for (const [section, table] of Object.entries(sections)) {
    await replaceChildren(tx, section, table, { loaded: bodies, isLoaded: isRestored })
  }
  await markErasedBuyers(tx, isRestored)
  await blankErasedBuyers(tx, isRestored)
  await writeSaleViews(tx, isRestored)
}

/** Replaces the rows of one table below the loaded sales. */
async function replaceChildren(
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
    sql`insert into ${into} (sale_id, ${sql.join(names, sql`, `)})
      select section.sale_id, ${sql.join(values, sql`, `)}
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

/** Dates sales as before a load confirmed them; `former` selects `id`, `as_of` and `is_sample`. */
export async function dateSales(tx: Transaction, former: SQL): Promise<void> {
  await exec(
    tx,
    sql`update sales set as_of = former.as_of, is_sample = former.is_sample
      from (${former}) as former where sales.id = former.id`,
  )
}

/** Shows withdrawn sales again. */
export async function showSales(tx: Transaction, which: SQL): Promise<void> {
  await exec(tx, sql`update sales set withdrawn_at = null where ${which}`)
}

/**
 * Deletes sales; hides those of them that meet one of these conditions, without their payments, which could otherwise
 * confirm what a member reported.
 */
export async function removeSales(tx: Transaction, which: SQL, mustStay: SQL[]): Promise<void> {
  const stays = sql`(${sql.join(mustStay, sql` or `)})`
  // Waits for a transaction that refers to one right now, with a new request for example.
  await exec(tx, sql`select from sales where ${which} order by id for update`)
  await withdrawSales(tx, sql`${which} and ${stays}`)
  await exec(tx, sql`delete from payments using sales where sale_id = sales.id and ${which}`)
  await exec(tx, sql`delete from sales where ${which} and not ${stays}`)
}

/** A condition on `bodies`, a column of `saleBody`: this person is the holder or the co-holder. */
export function isBodyOf(body: SQL, rut: string): SQL {
  return sql`(${body} -> 'sale' ->> 'holder_rut' = ${rut} or exists (${coHolderIn(body, rut)}))`
}

/** A `saleBody` without the fields of this person that an erasure blanks. */
export function erasedBody(body: SQL, rut: string): SQL {
  const isHolder = sql`${body} -> 'sale' ->> 'holder_rut' = ${rut}`
  return sql`${body} || jsonb_build_object('holders', (
    select coalesce(jsonb_agg(
      case when case person ->> 'role' when 'holder' then ${isHolder}
          else ${isSameRut(sql`person ->> 'rut'`, rut)} end
        then (select jsonb_object_agg(key, value) from jsonb_each(person)
          where key = any(${['role', ...retainedColumns]}))
        else person end), '[]')
    from jsonb_array_elements(${body} -> 'holders') as person))`
}

function coHolderIn(body: SQL, rut: string): SQL {
  return sql`select from jsonb_array_elements(${body} -> 'holders') as person
    where person ->> 'role' = 'co_holder' and ${isSameRut(sql`person ->> 'rut'`, rut)}`
}

function isSameRut(given: SQL, rut: string): SQL {
  return sql`${normalisedRut(given)} = ${rut.replace('-', '')}`
}
