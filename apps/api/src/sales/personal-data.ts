import type { MemberData } from '@carpeta/contract/personal-data'
import type { KnownPerson } from '@carpeta/domain/people/person-in-text'
import { cleanRut } from '@carpeta/domain/people/rut'
import type { Database, Transaction } from '../db/client.ts'
import { exec, instant, many, one, type SQL, sql, wireRows } from '../db/query.ts'
import { blankErasedBuyers, isCoHolder, markErasedBuyers } from './erased-buyers-store.ts'
import { parseKeepingNumbers } from './exact-json.ts'
import { writeSaleViews } from './sale-view-store.ts'

export async function exportPersonalData(
  db: Database,
  rut: string,
): Promise<Pick<MemberData, 'sales' | 'co_own_sales' | 'former_sales' | 'sale_accesses'>> {
  const sales = await listSales(db, rut)
  return {
    sales: sales.map((sale) => presentSale(sale, rut)),
    co_own_sales: await readCoOwnSales(db, rut),
    former_sales: await listFormerSales(db, rut),
    sale_accesses: await listAccesses(db, rut),
  }
}

/** Leaves out the co-holder, another person, but says that there is one. */
function presentSale({ json, asOf, withdrawnAt }: MemberSale, rut: string) {
  const { venta, ...sale } = parseKeepingNumbers(json) as { venta: Record<string, unknown> }
  const coHolder = String(venta.clienteco_rut ?? '')
  // Accounting may repeat the holder as the co-holder.
  const isOther = cleanRut(coHolder) !== cleanRut(rut)
  const hasCoHolder = isOther && String(venta.clienteco_nombre_completo ?? '') !== ''
  const own = Object.entries(venta).filter(([name]) => !name.startsWith('clienteco_'))
  return {
    ...sale,
    venta: Object.fromEntries(own),
    con_co_titular: hasCoHolder,
    actualizado_al: asOf,
    retirada_el: withdrawnAt,
  } as MemberData['sales'][number]
}

interface MemberSale {
  /** JSON text, whose exact numbers must not pass through a float. */
  json: string
  asOf: string
  withdrawnAt: string | null
}

/** Every sale of this holder, withdrawn ones too. */
function listSales(db: Database, rut: string): Promise<MemberSale[]> {
  return many<MemberSale>(
    db,
    sql`select json, ${instant('as_of')} as as_of,
        ${instant('withdrawn_at')} as withdrawn_at
      from sales join sale_views on sale_views.sale_id = sales.id
      where holder_rut = ${rut} order by code`,
  )
}

/** The co-holder's own part of sales that another person holds. */
async function readCoOwnSales(db: Database, rut: string): Promise<MemberData['co_own_sales']> {
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
  return parseKeepingNumbers(json) as MemberData['co_own_sales']
}

/** The codes of sales that accounting gives to others by now. */
async function listFormerSales(db: Database, rut: string): Promise<string[]> {
  const former = await many<{ code: string }>(
    db,
    sql`select code from sale_buyers join sales on sales.id = sale_id
      where sale_buyers.rut = ${cleanRut(rut)} and holder_rut <> ${rut}
        and sales.id not in (select sale_id from sale_holders where ${isCoHolder(rut)})
      order by code`,
  )
  return former.map(({ code }) => code)
}

/** What accounting says of this buyer. */
export async function findKnownBuyer(
  tx: Transaction,
  rut: string,
): Promise<Pick<KnownPerson, 'names' | 'emails' | 'phones'>> {
  const found = await many<{ fullName: string; email: string; phone: string }>(
    tx,
    sql`select distinct full_name, email, phone
      from sale_holders join sales on sales.id = sale_id
      where role = 'holder' and holder_rut = ${rut} or ${isCoHolder(rut)}`,
  )
  return {
    names: found.map(({ fullName }) => ({ firstName: '', lastName: fullName })),
    emails: found.map(({ email }) => email),
    phones: found.map(({ phone }) => phone),
  }
}

export interface ErasedSales {
  sales: number
  coOwnSales: number
}

/**
 * Hides the buyer's sales, which accounting needs, from every screen. Of a co-held sale only the
 * co-holder's own part is erased. Nobody reads their sales any more, nor they those of others, and no load that
 * names them again in a sale that they have or had brings them back.
 */
export async function erasePersonalData(tx: Transaction, rut: string): Promise<ErasedSales> {
  const isHolder = sql`holder_rut = ${rut} and holder_erased_at is null`
  const isOtherCoHolder = sql`co_holder_erased_at is null
    and sales.id in (select sale_id from sale_holders where ${isCoHolder(rut)})`
  const sales = await listIds(tx, isHolder)
  const coOwn = await listIds(tx, isOtherCoHolder)
  const theirs = sql`sales.id = any(${[...sales, ...coOwn]})`
  // Waits for an access that is being given or a document that is being published.
  await exec(
    tx,
    sql`update sale_buyers set erased_at = clock_timestamp()
      where rut = ${cleanRut(rut)} and erased_at is null`,
  )
  await exec(tx, sql`delete from sale_accesses where ${rut} in (holder_rut, reader_rut)`)
  await markErasedBuyers(tx, theirs)
  await blankErasedBuyers(tx, theirs)
  await writeSaleViews(tx, theirs)
  return { sales: sales.length, coOwnSales: coOwn.filter((id) => !sales.includes(id)).length }
}

async function listIds(tx: Transaction, which: SQL): Promise<number[]> {
  const found = await many<{ id: number }>(tx, sql`select id from sales where ${which}`)
  return found.map(({ id }) => id)
}

/** As holder and as reader; without the other person. */
function listAccesses(db: Database, rut: string): Promise<MemberData['sale_accesses']> {
  return wireRows(
    db,
    sql`select sales.code as sale_code,
        case when sale_accesses.holder_rut = ${rut} then 'holder' else 'reader' end as side, kind,
        ${instant('given_at')} as given_at, coalesce(last_day::text, '') as last_day,
        ${instant('revoked_at')} as revoked_at
      from sale_accesses join sales on sales.id = sale_id
      where ${rut} in (sale_accesses.holder_rut, reader_rut) order by sale_accesses.id`,
  )
}

/** Deletes accesses that ended that many years ago. @returns how many */
export function deleteOldAccesses(db: Database, years: number): Promise<number> {
  return exec(
    db,
    sql`delete from sale_accesses
      where coalesce(revoked_at, last_day) < now() - ${years} * interval '1 year'`,
  )
}
