import { holderFields, holderPrefixes } from '@carpeta/domain/sale-fields'
import type { Holder } from '@carpeta/domain/sales/sale'
import type { Transaction } from '../db/client.ts'
import { columnOf } from '../db/column-of.ts'
import { exec, many, maybeOne, one, type SQL, sql } from '../db/query.ts'
import { writeSaleViews } from './sale-view-store.ts'
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
): Promise<{ held: string[]; coHeld: string[] }> {
  return one(
    tx,
    sql`select
        array(select code from sales
          where holder_rut = ${rut} and ${isOpen} and holder_erased_at is null
          order by code) as held,
        array(select code from sales join sale_holders on sale_holders.sale_id = sales.id
          where ${isCoHolder(rut)} and holder_rut <> ${rut} and ${isOpen}
            and co_holder_erased_at is null
          order by code) as co_held`,
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

/**
 * From now on his sales are kept for the books and shown to nobody; of those that he holds with
 * another only his own part goes. @returns how many of each
 */
export async function eraseBuyer(
  tx: Transaction,
  rut: string,
): Promise<{ sales: number; coHeldSales: number }> {
  const held = await markErased(
    tx,
    sql`holder_erased_at = now() where holder_rut = ${rut} and holder_erased_at is null`,
  )
  const coHeld = await markErased(
    tx,
    sql`co_holder_erased_at = now() where co_holder_erased_at is null
      and id in (select sale_id from sale_holders where ${isCoHolder(rut)})`,
  )
  const theirs = sql`sales.id = any(${[...held, ...coHeld]})`
  await blankErasedBuyers(tx, theirs)
  await writeSaleViews(tx, theirs)
  // What a load could not read may be anything of his.
  await exec(
    tx,
    sql`update load_rejects set value = '' from sales
      where load_rejects.sale_code = sales.code and ${theirs} and ${isOfErasedBuyer}`,
  )
  const others = coHeld.filter((id) => !held.includes(id))
  return { sales: held.length, coHeldSales: others.length }
}

async function markErased(tx: Transaction, mark: SQL): Promise<number[]> {
  const marked = await many<{ id: number }>(tx, sql`update sales set ${mark} returning id`)
  return marked.map(({ id }) => id)
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
