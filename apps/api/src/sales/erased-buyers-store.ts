import type { Holder } from '@carpeta/domain/sales/sale'
import { holderFields, holderPrefixes } from '@carpeta/domain/sales/sale-fields'
import type { Transaction } from '../db/client.ts'
import { columnOf } from '../db/column-of.ts'
import { exec, maybeOne, one, type SQL, sql } from '../db/query.ts'
import { foldedRut } from './sales-tables.ts'

// The books need name and rut of a buyer who was erased; each load brings the rest again.

const keptFields: readonly string[] = ['fullName', 'rut'] satisfies (keyof Holder)[]

const blanks = Object.entries(holderFields)
  .filter(([name]) => !keptFields.includes(name))
  .map(([name, { kind }]) => {
    const column = sql.identifier(columnOf(name))
    return kind === 'text' ? sql`${column} = ''` : sql`${column} = null`
  })

/** Of a `field` of a load: that it belongs to the co-holder. */
export const isOfCoHolder = sql`starts_with(field, ${`venta.${holderPrefixes.coHolder}`})`

/** Of a row of `sale_holders`: that this is who buys with another. */
export function isCoHolder(rut: string): SQL {
  return sql`role = 'co_holder' and ${foldedRut(sql`sale_holders.rut`)} = ${rut.replace('-', '')}`
}

const isOpen = sql`withdrawn_at is null and completed_on is null`

/** The codes of the open sales of this holder, and of those that he co-holds. */
export function listOpenSales(
  tx: Transaction,
  rut: string,
): Promise<{ asHolder: string[]; asCoHolder: string[] }> {
  return one(
    tx,
    sql`select
        array(select code from sales
          where holder_rut = ${rut} and ${isOpen} and holder_erased_at is null
          order by code) as as_holder,
        array(select code from sales join sale_holders on sale_holders.sale_id = sales.id
          where ${isCoHolder(rut)} and holder_rut <> ${rut} and ${isOpen}
            and co_holder_erased_at is null
          order by code) as as_co_holder`,
  )
}

/** Whether sales are kept of a buyer who was erased. */
export async function hasErasedSales(tx: Transaction, rut: string): Promise<boolean> {
  const sale = await maybeOne(
    tx,
    sql`select from sales left join sale_holders on sale_holders.sale_id = sales.id
      where holder_rut = ${rut} and holder_erased_at is not null
        or ${isCoHolder(rut)} and co_holder_erased_at is not null limit 1`,
  )
  return sale !== null
}

/** Of `sales` and what is said of a `field` in it. */
export const isOfErasedBuyer = sql`(holder_erased_at is not null
  or co_holder_erased_at is not null and ${isOfCoHolder})`

/** Leaves name and rut of those who were erased, in the sales that `which` selects. */
export async function blankErasedBuyers(tx: Transaction, which: SQL): Promise<void> {
  await exec(
    tx,
    sql`update sale_holders set ${sql.join(blanks, sql`, `)}
      from sales
      where sale_holders.sale_id = sales.id and ${which}
        and case role when 'holder' then holder_erased_at else co_holder_erased_at end is not null`,
  )
}

/** With `staged` holders, as JSON, in a sale: its co-holder is no longer who was erased. */
export function isAnotherCoHolder(staged: SQL): SQL {
  return sql`not exists (
    select from sale_holders
    join jsonb_to_recordset(${staged}) as loaded (role text, rut text) on loaded.role = 'co_holder'
    where sale_holders.sale_id = sales.id and sale_holders.role = 'co_holder'
      and ${foldedRut(sql`loaded.rut`)} = ${foldedRut(sql`sale_holders.rut`)})`
}

/** Whether the sale with this `code` is stored with this holder, who is erased. */
export function isErasedHolder(code: SQL, rut: SQL): SQL {
  return sql`exists (
    select from sales
    where sales.code = ${code} and holder_rut = ${rut} and holder_erased_at is not null)`
}
