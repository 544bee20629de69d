import type { Database, Transaction } from '../db/client.ts'
import { many, one, type SQL, sql } from '../db/query.ts'
import { instant } from '../db/wire-rows.ts'
import { deleteAccessesOf } from './accesses/personal-data-store.ts'
import { blankErasedBuyers, isCoHolder } from './erased-buyers-store.ts'
import { writeSaleViews } from './sale-view-store.ts'

export interface MemberSale {
  /** JSON text, whose exact numbers must not pass through a float. */
  json: string
  asOf: string
  withdrawnAt: string | null
}

/** Every sale of this holder, withdrawn ones too. */
export function listMemberSales(db: Database, rut: string): Promise<MemberSale[]> {
  return many<MemberSale>(
    db,
    sql`select json, ${instant('as_of')} as as_of,
        ${instant('withdrawn_at')} as withdrawn_at
      from sales join sale_views on sale_views.sale_id = sales.id
      where holder_rut = ${rut} order by code`,
  )
}

/** The co-holder's own part of sales that another person holds, as JSON text. */
export async function listCoSalesWithReaders(db: Database, rut: string): Promise<string> {
  const { json } = await one<{ json: string }>(
    db,
    sql`select coalesce(json_agg(held order by code), '[]')::text as json
      from (
        select sales.code, full_name, given_names, rut, city, commune, address, profession,
          marital_status, employer, phone, email, trim_scale(income) as income,
          trim_scale(fee_income) as fee_income, trim_scale(rental_income) as rental_income,
          trim_scale(average_income) as average_income, legal_representative
        from sale_holders join sales on sales.id = sale_holders.sale_id
        where ${isCoHolder(rut)} and holder_rut <> ${rut}
      ) as held`,
  )
  return json
}

export interface ErasedSales {
  sales: number
  coSalesWithReaders: number
}

/**
 * Hides the buyer's sales, which accounting needs, from every screen. Of a co-held sale only the
 * co-holder's own part is erased. Nobody reads their sales any more, nor they those of others.
 */
export async function erasePersonalData(tx: Transaction, rut: string): Promise<ErasedSales> {
  await deleteAccessesOf(tx, rut)
  const asHolder = await markErased(
    tx,
    sql`holder_erased_at = now() where holder_rut = ${rut} and holder_erased_at is null`,
  )
  const asCoHolder = await markErased(
    tx,
    sql`co_holder_erased_at = now() where co_holder_erased_at is null
      and id in (select sale_id from sale_holders where ${isCoHolder(rut)})`,
  )
  const theirs = sql`sales.id = any(${[...asHolder, ...asCoHolder]})`
  await blankErasedBuyers(tx, theirs)
  await writeSaleViews(tx, theirs)
  const others = asCoHolder.filter((id) => !asHolder.includes(id))
  return { sales: asHolder.length, coSalesWithReaders: others.length }
}

async function markErased(tx: Transaction, mark: SQL): Promise<number[]> {
  const marked = await many<{ id: number }>(tx, sql`update sales set ${mark} returning id`)
  return marked.map(({ id }) => id)
}
