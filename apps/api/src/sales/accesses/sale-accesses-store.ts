import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { SaleAccessState } from '@carpeta/domain/sales/sale-access-rules'
import type { SaleAccessKind } from '@carpeta/domain/sales/shared-sale'
import type { Database, Transaction } from '../../db/client.ts'
import { maybeOne, one, sql } from '../../db/query.ts'
import { instant, wireRows } from '../../db/wire-rows.ts'
import { accountIdOf, isAccountOf } from '../../users/people-store.ts'
import { isVisibleSale } from '../own-projects-store.ts'
import { foldedRut } from '../sales-tables.ts'
import { accessState, isReadable } from './readable-sales-store.ts'

/** A visible sale with its parties as accounting names them. */
export interface SharableSale {
  id: number
  holderRut: string
  /** As accounting writes it; '' without a co-holder, and for an erased one. */
  coHolderRut: string
}

/** Locks the holder's sale to the end of the transaction, so that its accesses are counted once. */
export async function lockSharableSale(
  tx: Transaction,
  code: string,
  holderRut: string,
): Promise<SharableSale | null> {
  const locked = await maybeOne<{ id: number }>(
    tx,
    sql`select id from sales where code = ${code} and holder_rut = ${holderRut}
        and ${isVisibleSale} for no key update`,
  )
  if (!locked) return null
  return maybeOne<SharableSale>(
    tx,
    sql`select sales.id, sales.holder_rut,
        case when co_holder_erased_at is null then coalesce(co_holder.rut, '') else '' end
          as co_holder_rut
      from sales left join sale_holders co_holder
        on co_holder.sale_id = sales.id and co_holder.role = 'co_holder'
      where sales.id = ${locked.id}`,
  )
}

/** The reader's access to the sale that was not revoked; it may be over. */
export function findUnrevoked(
  tx: Transaction,
  saleId: number,
  readerRut: string,
): Promise<{
  id: number
  kind: SaleAccessKind
  lastDay: CalendarDate | null
  isValid: boolean
} | null> {
  return maybeOne(
    tx,
    sql`select sale_accesses.id, sale_accesses.kind, sale_accesses.last_day,
        ${isReadable} as is_valid
      from sale_accesses join sales on sales.id = sale_accesses.sale_id
      where sale_id = ${saleId} and reader_rut = ${readerRut} and revoked_at is null`,
  )
}

export async function countValid(tx: Transaction, saleId: number): Promise<number> {
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*) from sale_accesses join sales on sales.id = sale_accesses.sale_id
      where sale_id = ${saleId} and ${isReadable}`,
  )
  return count
}

export interface NewAccess {
  saleId: number
  readerRut: string
  kind: SaleAccessKind
  holderRut: string
  lastDay: CalendarDate | null
  givenBy: number
}

export async function insertAccess(tx: Transaction, access: NewAccess): Promise<number> {
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into sale_accesses ${sql.insert({ ...access })} returning id`,
  )
  return id
}

export interface RevokedAccess {
  id: number
  kind: SaleAccessKind
  saleCode: string
  /** The holder's account. */
  holderId: number | null
}

/**
 * Null when there is no such access, or it is revoked already.
 * @param holderRut null for any holder's
 */
export function markRevoked(
  tx: Transaction,
  { id, holderRut, revokedBy }: { id: number; holderRut: string | null; revokedBy: number },
): Promise<RevokedAccess | null> {
  return maybeOne<RevokedAccess>(
    tx,
    sql`update sale_accesses set revoked_at = now(), revoked_by = ${revokedBy}
      from sales
      where sales.id = sale_id and sale_accesses.id = ${id} and revoked_at is null
        and (${holderRut}::text is null or sale_accesses.holder_rut = ${holderRut})
      returning sale_accesses.id, kind, sales.code as sale_code,
        ${accountIdOf(sql`sale_accesses.holder_rut`)} as holder_id`,
  )
}

export interface ListedAccess {
  id: number
  kind: SaleAccessKind
  social_security: string
  given_at: string
  is_by_holder: boolean
  last_day: string
  state: SaleAccessState
  is_named: boolean
  account_id: number | null
}

export interface ListedSale {
  code: string
  project: string
  type: string
  lot: string
  holder_rut: string
  co_holder: string
  co_holder_rut: string
  representative: string
  accesses: ListedAccess[]
}

const accessesOfSale = sql`(
  select coalesce(json_agg(json_build_object(
      'id', sale_accesses.id, 'kind', sale_accesses.kind,
      'social_security', sale_accesses.reader_rut,
      'given_at', ${instant('sale_accesses.given_at')},
      'is_by_holder', ${isAccountOf(sql`sale_accesses.given_by`, sql`sale_accesses.holder_rut`)},
      'last_day', coalesce(sale_accesses.last_day::text, ''), 'state', ${accessState},
      'is_named', coalesce(
        ${foldedRut(sql`co_holder.rut`)} = replace(sale_accesses.reader_rut, '-', ''), false),
      'account_id', ${accountIdOf(sql`sale_accesses.reader_rut`)}) order by sale_accesses.id desc), '[]')
  from sale_accesses
  where sale_accesses.sale_id = sales.id and sale_accesses.holder_rut = sales.holder_rut)`

/** A holder's visible sales, ordered by code, each with its accesses, newest first. */
export function listSalesWithReaders(db: Database, holderRut: string): Promise<ListedSale[]> {
  return wireRows<ListedSale>(
    db,
    sql`select sales.code, sales.project, coalesce(main.type, '') as type,
        coalesce(main.lot, '') as lot, sales.holder_rut,
        coalesce(co_holder.full_name, '') as co_holder,
        case when co_holder_erased_at is null then coalesce(co_holder.rut, '') else '' end
          as co_holder_rut,
        coalesce(holder.legal_representative, '') as representative,
        ${accessesOfSale} as accesses
      from sales
        left join sale_properties main on main.sale_id = sales.id and main.position = 0
        left join sale_holders holder on holder.sale_id = sales.id and holder.role = 'holder'
        left join sale_holders co_holder
          on co_holder.sale_id = sales.id and co_holder.role = 'co_holder'
      where sales.holder_rut = ${holderRut} and ${isVisibleSale}
      order by sales.code`,
  )
}

/** The sales of others that a person reads or read, newest access first. */
export function listReadSales<Row>(db: Database, readerRut: string): Promise<Row[]> {
  return wireRows<Row>(
    db,
    sql`select sale_accesses.id, sale_accesses.kind,
        ${instant('sale_accesses.given_at')} as given_at,
        coalesce(sale_accesses.last_day::text, '') as last_day, ${accessState} as state,
        sales.code, coalesce(holder.full_name, '') as holder,
        ${accountIdOf(sql`sale_accesses.holder_rut`)} as holder_id
      from sale_accesses join sales on sales.id = sale_accesses.sale_id
        left join sale_holders holder on holder.sale_id = sales.id and holder.role = 'holder'
      where sale_accesses.reader_rut = ${readerRut}
      order by sale_accesses.id desc`,
  )
}
