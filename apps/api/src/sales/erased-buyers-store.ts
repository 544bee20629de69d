import type { Holder } from '@carpeta/domain/sales/sale'
import { holderFields, holderPrefixes } from '@carpeta/domain/sales/sale-fields'
import type { Database, Queryable, Transaction } from '../db/client.ts'
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

/** Whether an erased buyer has sales. */
export async function hasErasedSales(tx: Transaction, rut: string): Promise<boolean> {
  const sale = await maybeOne(
    tx,
    sql`select from sales left join sale_holders on sale_holders.sale_id = sales.id
      where holder_rut = ${rut} and holder_erased_at is not null
        or ${isCoHolder(rut)} and co_holder_erased_at is not null limit 1`,
  )
  return sale !== null
}

/** A condition on `sales`: the holder or the co-holder is erased, so later loads must find the sale. */
export const hasErasedBuyer = sql`(holder_erased_at is not null or co_holder_erased_at is not null)`

/** A condition on `sales`: the undo of a load took it back from an erased buyer. */
export const hasUndoneErasure = sql`exists (select from undone_erasures where sale_id = sales.id)`

/** A condition on `sales` and the `field` of a reject. */
export const isOfErasedBuyer = sql`(holder_erased_at is not null or ${hasUndoneErasure}
  or co_holder_erased_at is not null and ${isOfCoHolder})`

/** Keeps the marks of erased buyers that `former`, a query of `code` and `body`, replaces by other buyers. */
export async function keepUndoneErasures(tx: Transaction, former: SQL): Promise<void> {
  await exec(
    tx,
    sql`insert into undone_erasures (sale_id, role, rut, erased_at)
      select id, role, ${normalisedRut(sql`rut`)}, erased_at
      from (
        select sales.id, role, rut, body,
          case role when 'holder' then holder_erased_at else co_holder_erased_at end as erased_at
        from (${former}) as former join sales using (code)
          join sale_holders on sale_holders.sale_id = sales.id
      ) as buyers
      where erased_at is not null and not exists (
        select from jsonb_array_elements(body -> 'holders') as person
        where person ->> 'role' = role
          and ${normalisedRut(sql`person ->> 'rut'`)} = ${normalisedRut(sql`buyers.rut`)})`,
  )
}

/** Marks the erased buyers of an undone load again, when the staged sales name them. */
export async function restoreUndoneErasures(tx: Transaction): Promise<void> {
  const erasedAt = (role: string) => sql`(
    select erased_at from undone_erasures join staged_holders using (role)
    where sale_id = sales.id and staged_holders.ordinal = staged_sale.ordinal and role = ${role}
      and undone_erasures.rut = ${normalisedRut(sql`staged_holders.rut`)})`
  await exec(
    tx,
    sql`update sales set
        holder_erased_at = coalesce(holder_erased_at, ${erasedAt('holder')}),
        co_holder_erased_at = coalesce(co_holder_erased_at, ${erasedAt('co_holder')})
      from staged_sale where staged_sale.code = sales.code and ${hasUndoneErasure}`,
  )
  await exec(
    tx,
    sql`delete from undone_erasures using sales join staged_sale using (code)
      where sale_id = sales.id`,
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

/** A condition on `sales`: their co-holder is another one; `coHolder` selects the `rut` of the new. */
export function isAnotherCoHolder(coHolder: SQL): SQL {
  return sql`not exists (
    select from sale_holders, (${coHolder}) as loaded
    where sale_holders.sale_id = sales.id and sale_holders.role = 'co_holder'
      and ${normalisedRut(sql`loaded.rut`)} = ${normalisedRut(sql`sale_holders.rut`)})`
}

/** Whether the sale with this `code` is stored with this holder, who is erased, or was until an undo. */
export function isErasedHolder(code: SQL, rut: SQL): SQL {
  return sql`exists (
    select from sales
    where sales.code = ${code} and (holder_rut = ${rut} and holder_erased_at is not null
      or exists (select from undone_erasures
        where sale_id = sales.id and role = 'holder' and rut = ${normalisedRut(rut)})))`
}

/** The ruts of erased buyers, as holders and as co-holders, with the last moment of each. */
export function listErasedBuyers(
  db: Database | Transaction,
): Promise<{ rut: string; erasedAt: Date }[]> {
  return many(
    db,
    sql`select rut, max(erased_at) as erased_at from (
        select ${normalisedRut(sql`holder_rut`)} as rut, holder_erased_at as erased_at from sales
        union all
        select ${normalisedRut(sql`sale_holders.rut`)}, co_holder_erased_at from sales
          join sale_holders on sale_holders.sale_id = sales.id and role = 'co_holder'
        union all
        select rut, erased_at from undone_erasures
      ) as buyers
      where erased_at is not null and rut <> '' group by rut order by rut`,
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
    sql`select rut from (
        select ${normalisedRut(sql`holder_rut`)} as rut from sales where holder_erased_at is null
        union
        select ${normalisedRut(sql`sale_holders.rut`)} from sales
          join sale_holders on sale_holders.sale_id = sales.id and role = 'co_holder'
          where co_holder_erased_at is null
      ) as buyers
      where rut collate "C" > ${after} collate "C" order by rut collate "C" limit ${limit}`,
  )
  return rows.map(({ rut }) => rut)
}
