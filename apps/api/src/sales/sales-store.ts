import type { SaleSummary } from '@carpeta/contract/staff'
import type { SaleOfRequest } from '@carpeta/contract/staff-requests'
import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Uf, UfRate } from '@carpeta/domain/money/money'
import type { DeedTracking } from '@carpeta/domain/sales/sale'
import type { Database, Transaction } from '../db/client.ts'
import { instant, many, maybeOne, type SQL, scalar, sql, wireRows } from '../db/query.ts'
import { isPartSearchable } from '../http/paging.ts'
import { isAccountOf } from '../people/people-store.ts'
import { lacksUf, ufRateOn } from '../uf/uf-store.ts'

/** A condition on `sales`: the holder sees the sale on the dashboard. */
export const isVisibleSale = sql`sales.approved_on is not null and sales.withdrawn_at is null
  and sales.holder_erased_at is null`

/** Selects the code of this sale. */
export function saleCodeOf(id: SQL): SQL {
  return sql`(select sales.code from sales where sales.id = ${id})`
}

/** The deeds of accounting's sales, those drafted last first. */
export function listNewestDeeds(db: Database, limit: number): Promise<DeedTracking[]> {
  return many<DeedTracking>(
    db,
    sql`select deed_trackings.* from deed_trackings join sales on sales.id = sale_id
      where not sales.is_sample order by drafted_on desc nulls last, sale_id desc limit ${limit}`,
  )
}

export interface OwnProject {
  project: string
  condominium: string
}

/** The projects and condominiums of a holder's visible sales. */
export function listOwnProjects(
  db: Database | Transaction,
  holderRut: string,
): Promise<OwnProject[]> {
  return many<OwnProject>(
    db,
    sql`select distinct project, condominium from sales
      where holder_rut = ${holderRut} and ${isVisibleSale}`,
  )
}

/** A condition on `sales`: the holder's own sale that the portal shows, and open unless it need not be. */
export function isOwnSale(holderRut: SQL, mayBeClosed: SQL): SQL {
  return sql`(sales.holder_rut = ${holderRut} and sales.withdrawn_at is null
    and sales.holder_erased_at is null
    and (${mayBeClosed} or sales.approved_on is not null and sales.completed_on is null))`
}

/** The id of the holder's own sale that the portal shows. Open: approved, and not completed. */
export async function findOwnSale(
  db: Database | Transaction,
  { code, holderRut }: { code: string; holderRut: string },
  { mustBeOpen }: { mustBeOpen: boolean },
): Promise<number | null> {
  const sale = await maybeOne<{ id: number }>(
    db,
    sql`select id from sales
      where code = ${code} and ${isOwnSale(sql`${holderRut}`, sql`${!mustBeOpen}::boolean`)}`,
  )
  return sale?.id ?? null
}

/** The holder's sales that the portal shows and that are not completed. */
export function countOpenSales(db: Database, holderRut: string): Promise<number> {
  return scalar(
    db,
    sql`select count(*) from sales where ${isOwnSale(sql`${holderRut}`, sql`false`)}`,
  )
}

type StoredSummary = Omit<SaleSummary, 'due'> & {
  id: number
  /** The sale's JSON text. */
  view: string
}

/** Selects the balance of a row of `sales`; null where accounting sent no part of it. */
export const saleBalance = sql`select sum(amount) from commitments
  where sale_id = sales.id and kind in ('debt', 'cash', 'mortgage')`

/** A holder's sales as accounting says, also unapproved and withdrawn ones. */
export function listSaleSummaries(db: Database, holderRut: string): Promise<StoredSummary[]> {
  return wireRows<StoredSummary>(
    db,
    sql`select sales.id, code, project, condominium,
        json_build_object('type', coalesce(main.type, ''), 'lot', coalesce(main.lot, ''))
          as property,
        advisor, coalesce(approved_on::text, '') as approved_on,
        coalesce(completed_on::text, '') as completed_on,
        (${saleBalance})::text as balance,
        (select pending_instalments from commitments
          where sale_id = sales.id and kind = 'instalments') as pending_instalments,
        ${instant('as_of')} as as_of, ${instant('withdrawn_at')} as withdrawn_at,
        coalesce(phone, '') as phone, sale_views.json as view
      from sales
      join sale_views on sale_views.sale_id = sales.id
      left join sale_properties main on main.sale_id = sales.id and main.position = 0
      left join sale_holders on sale_holders.sale_id = sales.id and role = 'holder'
      where holder_rut = ${holderRut} and holder_erased_at is null
      order by code`,
  )
}

type DeedDates = Record<string, string | null>

type FoundSaleOfRequest = Omit<SaleOfRequest, 'deed' | 'due'> & {
  deed: DeedDates | null
  /** The sale's JSON text. */
  view: string | null
}

/**
 * A sale as accounting says; nothing of an erased holder. With the holder's phone and figures while the
 * member of the request holds it.
 */
export async function findSaleOfRequest(
  db: Database,
  { saleId, userId }: { saleId: number; userId: number },
): Promise<FoundSaleOfRequest | null> {
  const holds = isAccountOf(sql`${userId}`, sql`sales.holder_rut`)
  const [sale] = await wireRows<FoundSaleOfRequest>(
    db,
    sql`select json_build_object('type', coalesce(main.type, ''), 'lot', coalesce(main.lot, ''))
          as property,
        condominium, coalesce(completed_on::text, '') as completed_on,
        ${instant('withdrawn_at')} as withdrawn_at,
        case when ${holds} then coalesce(phone, '') else '' end as phone,
        to_jsonb(deed_trackings) as deed,
        case when ${holds} and withdrawn_at is null then sale_views.json end as view
      from sales
      left join sale_views on sale_views.sale_id = sales.id
      left join sale_properties main on main.sale_id = sales.id and main.position = 0
      left join sale_holders on sale_holders.sale_id = sales.id and role = 'holder'
      left join deed_trackings on deed_trackings.sale_id = sales.id
      where sales.id = ${saleId} and holder_erased_at is null`,
  )
  return sale ?? null
}

/** A holder's sales that the portal shows. Open: approved, and not completed. */
export function listSalesOfHolder(
  db: Database,
  holderRut: string,
): Promise<{ code: string; project: string; isOpen: boolean }[]> {
  return many(
    db,
    sql`select code, project, approved_on is not null and completed_on is null as is_open from sales
      where holder_rut = ${holderRut} and withdrawn_at is null and holder_erased_at is null
      order by code`,
  )
}

interface FoundSale {
  id: number
  code: string
  project: string
  holderRut: string
}

/** Only this many matches are ordered by code. */
const MAX_CANDIDATES = 100

/** Sales with this part of a code, or this beginning when it is short, or of these holders. */
export function findSalesBy(
  db: Database,
  { code, holderRuts, limit }: { code: string; holderRuts: string[]; limit: number },
): Promise<FoundSale[]> {
  return many<FoundSale>(
    db,
    sql`select id, code, project, holder_rut from sales
      where holder_erased_at is null and id in (
        (select id from sales where ${codeLike(code)} limit ${MAX_CANDIDATES})
        union select id from sales where holder_rut = any(${holderRuts}))
      order by code limit ${limit}`,
  )
}

function codeLike(code: string): SQL {
  return isPartSearchable(code)
    ? sql`fold_text(code) like contains_pattern(${code})`
    : sql`fold_text(code) collate "C" like start_pattern(${code})`
}

export interface HolderPayment {
  saleCode: string
  key: string
  depositedOn: CalendarDate | null
  amount: Uf | null
  documentType: string
  /** The UF of the day of the deposit. */
  ufRate: UfRate | null
}

/** The last payments of a holder's sales in accounting, the last deposit first. */
export function listPaymentsOfHolder(
  db: Database,
  holderRut: string,
  limit: number,
): Promise<HolderPayment[]> {
  return many<HolderPayment>(
    db,
    sql`select sales.code as sale_code, key, deposited_on, trim_scale(amount) as amount,
        document_type, trim_scale(${ufRateOn(sql`deposited_on`)}) as uf_rate
      from payments join sales on sales.id = sale_id
      where holder_rut = ${holderRut} and withdrawn_at is null and holder_erased_at is null
      order by deposited_on desc nulls last, payments.position desc limit ${limit}`,
  )
}

/** The years, the last one first, in which a payment was made on a day whose UF is unknown. */
export async function listYearsWithoutUf(
  db: Database,
  from: CalendarDate,
  to: CalendarDate,
): Promise<number[]> {
  const rows = await many<{ year: number }>(
    db,
    sql`select distinct extract(year from deposited_on)::int as year from payments
      where deposited_on between ${from} and ${to} and ${lacksUf(sql`deposited_on`)}
      order by year desc`,
  )
  return rows.map(({ year }) => year)
}

export interface SalePayment {
  saleId: number
  key: string
  amount: Uf | null
  depositedOn: CalendarDate | null
  documentType: string
  /** The instalments that it pays, counted from 1: '3,4'; '' where accounting says none. */
  instalments: string
  /** The UF of the day of the deposit. */
  ufRate: UfRate | null
}

/** What tells a payment of accounting from a later one of the same number: its UF may be corrected by one per cent. */
interface StoredPayment {
  saleId: SQL
  key: SQL
  depositedOn: SQL
  amount: SQL
}

/** A condition: accounting has this payment. */
export function hasPayment({ saleId, key, depositedOn, amount }: StoredPayment): SQL {
  return sql`exists (select from payments
    where payments.sale_id = ${saleId} and payments.key = ${key}
      and payments.deposited_on is not distinct from ${depositedOn}
      and (payments.amount is not distinct from ${amount}
        or abs(payments.amount - ${amount}) <= abs(${amount}) / 100))`
}

/** A condition on `sales`: accounting has a payment of this number, or of this day. */
export function hasPaymentLike({ key, depositedOn }: Record<'key' | 'depositedOn', SQL>): SQL {
  return sql`exists (select from payments where payments.sale_id = sales.id
    and (payments.key = ${key} or payments.deposited_on = ${depositedOn}))`
}

/** A condition: another payment of the sale has this authorisation code in its key or document. */
export function hasOtherPaymentNaming(
  code: SQL,
  { saleId, key }: Record<'saleId' | 'key', SQL>,
): SQL {
  return sql`exists (select from payments
    where payments.sale_id = ${saleId} and payments.key <> ${key}
      and strpos(payments.key || ' ' || payments.document_type, ${code}) > 0)`
}

/** The keys of the payments of a sale that accounting dates on this day or later, as an array. */
export function paymentKeysSince(saleId: SQL, day: SQL): SQL {
  return sql`array(select key from payments where payments.sale_id = ${saleId} and deposited_on >= ${day})`
}

/** The payments of these sales in accounting, the last deposit first. */
export function listPaymentsOf(
  db: Database | Transaction,
  saleIds: number[],
): Promise<SalePayment[]> {
  return many<SalePayment>(
    db,
    sql`select sale_id, key, trim_scale(amount) as amount, deposited_on, document_type, instalments,
        trim_scale(${ufRateOn(sql`deposited_on`)}) as uf_rate
      from payments where sale_id = any(${saleIds})
      order by deposited_on desc nulls last, position desc`,
  )
}

/** The dates of the instalments of these sales, in the order of the plan. */
export function listDueDates(
  db: Database | Transaction,
  saleIds: number[],
): Promise<{ saleId: number; dueDates: (CalendarDate | null)[] }[]> {
  return many(
    db,
    sql`select sale_id, array_agg(due_on::text order by position) as due_dates
      from instalments where sale_id = any(${saleIds}) group by sale_id`,
  )
}
