import { cleanRut } from '@carpeta/domain/people/rut'
import type { Holder } from '@carpeta/domain/sales/sale'
import { holderFields, holderPrefixes } from '@carpeta/domain/sales/sale-fields'
import type { Queryable, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, sql } from '../db/query.ts'
import { columnOf } from '../db/table-shape.ts'
import { normalisedRut } from './sales-tables.ts'

// The books need an erased buyer's name and rut; each load brings the other fields again.

const retainedFields: readonly string[] = ['fullName', 'rut'] satisfies (keyof Holder)[]

export const retainedColumns = retainedFields.map(columnOf)

const blanks = Object.entries(holderFields)
  .filter(([name]) => !retainedFields.includes(name))
  .map(([name, { kind }]) => {
    const column = sql.identifier(columnOf(name))
    return kind === 'text' || kind === 'name' ? sql`${column} = ''` : sql`${column} = null`
  })

/** A condition on the `field` of a reject, a path in JSON or a column of a table: it belongs to the co-holder. */
export const isOfCoHolder = sql`(starts_with(field, ${`venta.${holderPrefixes.coHolder}`})
  or starts_with(field, ${holderPrefixes.coHolder}))`

/** A condition on `sale_holders`: the row is this co-holder. */
export function isCoHolder(rut: string): SQL {
  return sql`role = 'co_holder' and ${normalisedRut(sql`sale_holders.rut`)} = ${rut.replace('-', '')}`
}

const isOpen = sql`withdrawn_at is null and completed_on is null`

/** The codes of a buyer's open sales, as holder and as co-holder. */
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

/** Whether an erased buyer has or had sales. */
export async function hasErasedSales(tx: Transaction, rut: string): Promise<boolean> {
  const found = await maybeOne(
    tx,
    sql`select from sale_buyers where rut = ${cleanRut(rut)} and erased_at is not null limit 1`,
  )
  return found !== null
}

/** A condition on `sales`: somebody whom accounting has named in it is erased. */
export const hasErasedBuyer = sql`exists (
  select from sale_buyers where sale_buyers.sale_id = sales.id and sale_buyers.erased_at is not null)`

/** A condition on `sales`: accounting names or named this person in it. */
export function isOrWasBuyer(rut: string): SQL {
  return sql`sales.id in (select sale_id from sale_buyers where sale_buyers.rut = ${cleanRut(rut)})`
}

/** A condition on `sales` and the `field` of a reject. */
export const isOfErasedBuyer = sql`(holder_erased_at is not null
  or case when co_holder_erased_at is null then ${hasErasedBuyer} else ${isOfCoHolder} end)`

/** Stores who the buyers of these sales are; `which` is a condition on `sales`. */
export async function recordBuyers(tx: Transaction, which: SQL): Promise<void> {
  await exec(
    tx,
    sql`insert into sale_buyers (sale_id, rut)
      select id, rut from (
        select sales.id, ${normalisedRut(sql`holder_rut`)} as rut from sales where ${which}
        union select sales.id, ${normalisedRut(sql`sale_holders.rut`)} from sales
          join sale_holders on sale_holders.sale_id = sales.id and role = 'co_holder' where ${which}
      ) as buyers
      where rut <> '' on conflict do nothing`,
  )
}

/**
 * Serialises what is given and published in a sale, none of whose buyers is erased before the transaction ends. What an
 * erasure changed is seen by the next statement. The sale's row is free for a load or its check, which have it for
 * minutes.
 */
export async function lockBuyers(tx: Transaction, saleId: number): Promise<void> {
  await exec(
    tx,
    sql`select from sales join sale_buyers on sale_buyers.sale_id = sales.id
      where sales.id = ${saleId} order by sale_buyers.rut
      for key share of sales for no key update of sale_buyers`,
  )
}

export async function isAnyBuyerErased(tx: Transaction): Promise<boolean> {
  const found = await maybeOne(tx, sql`select from sale_buyers where erased_at is not null limit 1`)
  return found !== null
}

/** Marks the present buyers of these sales who are erased; `which` is a condition on `sales`. */
export async function markErasedBuyers(tx: Transaction, which: SQL): Promise<void> {
  const erasedAt = (rut: SQL) => sql`(select erased_at from sale_buyers
    where sale_buyers.sale_id = sales.id and sale_buyers.rut = ${normalisedRut(rut)})`
  const coHolder = sql`(select sale_holders.rut from sale_holders
    where sale_holders.sale_id = sales.id and role = 'co_holder')`
  await exec(
    tx,
    sql`update sales set holder_erased_at = ${erasedAt(sql`holder_rut`)},
        co_holder_erased_at = ${erasedAt(coHolder)}
      where ${which}
        and (holder_erased_at is not null or co_holder_erased_at is not null or ${hasErasedBuyer})`,
  )
}

/** Blanks all fields but name and rut of erased buyers, in the sales that match `which`. */
export async function blankErasedBuyers(tx: Transaction, which: SQL): Promise<void> {
  await exec(
    tx,
    sql`update sale_holders set ${sql.join(blanks, sql`, `)}
      from sales
      where sale_holders.sale_id = sales.id and ${which}
        and case role when 'holder' then holder_erased_at else co_holder_erased_at end is not null`,
  )
}

/** Whether accounting has named this person in the sale with this `code` before the person was erased. */
export function isErasedHolder(code: SQL, rut: SQL): SQL {
  return sql`exists (
    select from sale_buyers join sales on sales.id = sale_id
    where sales.code = ${code} and sale_buyers.rut = ${normalisedRut(rut)} and erased_at is not null)`
}

/** The ruts of erased buyers with the last moment of each. */
export function listErasedBuyers(db: Queryable): Promise<{ rut: string; erasedAt: Date }[]> {
  return many(
    db,
    sql`select rut, max(erased_at) as erased_at from sale_buyers
      where erased_at is not null group by rut order by rut`,
  )
}

/** The ruts of the buyers who are not erased in some sale, after this one. */
export async function listBuyerRuts(
  db: Queryable,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await many<{ rut: string }>(
    db,
    sql`select distinct rut collate "C" as rut from sale_buyers
      where erased_at is null and rut collate "C" > ${after} collate "C"
      order by rut limit ${limit}`,
  )
  return rows.map(({ rut }) => rut)
}
