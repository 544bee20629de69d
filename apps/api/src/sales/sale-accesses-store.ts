import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { SaleAccessState } from '@carpeta/domain/sales/sale-access-rules'
import type { SaleAccessKind } from '@carpeta/domain/sales/shared-sale'
import type { Database, Queryable, Transaction } from '../db/client.ts'
import { exec, instant, many, maybeOne, type SQL, scalar, sql, wireRows } from '../db/query.ts'
import { salesOf } from '../people/parties-store.ts'
import {
  accountIdOf,
  accountNameOf,
  accountOf,
  accountsOf,
  canLogIn,
  isAccountOf,
  isClosedAccount,
  type RutAccount,
} from '../people/people-store.ts'
import { lockBuyers } from './erased-buyers-store.ts'
import { isVisibleSale } from './sales-store.ts'
import { normalisedRut } from './sales-tables.ts'

const isNotOver = sql`(sale_accesses.last_day is null
  or sale_accesses.last_day >= (now() at time zone 'America/Santiago')::date)`

/** Accounting still names the same holder and, for a co-holder, the same co-holder. */
const isStillParty = sql`sales.holder_rut = sale_accesses.holder_rut
  and (sale_accesses.kind <> 'co_holder' or sales.co_holder_erased_at is null and exists (
    select from sale_holders
    where sale_holders.sale_id = sales.id and sale_holders.role = 'co_holder'
      and ${normalisedRut(sql`sale_holders.rut`)} = replace(sale_accesses.reader_rut, '-', '')))`

/** A condition on `sale_accesses` and its `sales`: the reader sees the sale now. */
const isReadable = sql`sale_accesses.revoked_at is null and ${isNotOver}
  and ${isVisibleSale} and ${isStillParty}`

/** Why it is not readable, for a query on the same tables. */
const accessState = sql`case
  when sale_accesses.revoked_at is not null then 'revoked'
  when not ${isNotOver} then 'over'
  when ${isVisibleSale} and ${isStillParty} then 'valid'
  else 'void' end`

/** Selects `sale_id`, `kind` and `last_day` of the sales that others hold and this person reads. */
export function readableSales(readerRut: string | SQL): SQL {
  return sql`select sale_accesses.sale_id, sale_accesses.kind, sale_accesses.last_day
    from sale_accesses join sales on sales.id = sale_accesses.sale_id
    where sale_accesses.reader_rut = ${readerRut} and ${isReadable}`
}

/** Whether the sale concerns the person. */
export async function isSaleOf(
  db: Queryable,
  { rut, saleId }: { rut: string; saleId: number },
): Promise<boolean> {
  const found = await exec(db, sql`select from (${salesOf(rut)}) own where sale_id = ${saleId}`)
  return found > 0
}

/** Those of the sales that concern the person. */
export async function listSalesOf(
  db: Queryable,
  { rut, saleIds }: { rut: string; saleIds: number[] },
): Promise<number[]> {
  const found = await many<{ saleId: number }>(
    db,
    sql`select sale_id from (${salesOf(rut)}) own where sale_id = any(${saleIds})`,
  )
  return found.map(({ saleId }) => saleId)
}

/** Those of the codes that name a sale that concerns the person. */
export async function listCodesOf(
  db: Queryable,
  { rut, codes }: { rut: string; codes: string[] },
): Promise<string[]> {
  const found = await many<{ code: string }>(
    db,
    sql`select code from (${salesOf(rut)}) own join sales on sales.id = sale_id
      where code = any(${codes})`,
  )
  return found.map(({ code }) => code)
}

/** Those of the users whom one of the sales concerns; `sales` selects their `sale_id`. */
export async function listBuyersAmong(
  db: Queryable,
  { userIds, sales }: { userIds: number[]; sales: SQL },
): Promise<number[]> {
  const found = await many<{ id: number }>(
    db,
    sql`select id from (${accountsOf(userIds)}) people where exists (
      select from (${salesOf(sql`people.rut`)}) own join (${sales}) concerned using (sale_id))`,
  )
  return found.map(({ id }) => id)
}

/** Those of the users who have a rut, and of whose sales none concerns the person. */
export async function listStrangersAmong(
  db: Queryable,
  { userIds, rut }: { userIds: number[]; rut: string },
): Promise<number[]> {
  const found = await many<{ id: number }>(
    db,
    sql`select id from (${accountsOf(userIds)}) people where people.rut is not null and not exists (
      select from (${salesOf(sql`people.rut`)}) theirs join (${salesOf(rut)}) own using (sale_id))`,
  )
  return found.map(({ id }) => id)
}

/** A condition on what is about a sale: that sale is none of the person's own. */
export function isOthersSale(saleId: SQL, rut: string): SQL {
  return rut === '' ? sql`true` : sql`${saleId} <> all(array(${salesOf(rut)}))`
}

/** A condition on `sales`: somebody got access to it. */
export const isSaleShared = sql`exists (
  select from sale_accesses where sale_accesses.sale_id = sales.id)`

/** For a query on `sales`: counts the accesses that hold and that others than this holder gave. */
export function accessesNotBy(rut: SQL): SQL {
  return sql`(select count(*) from sale_accesses
    where sale_accesses.sale_id = sales.id and sale_accesses.revoked_at is null and ${isNotOver}
      and sale_accesses.holder_rut <> ${rut})`
}

/** Counts the accesses to the sales that `which` selects, also those that ended. */
export function countAccessesOfSales(db: Database | Transaction, which: SQL): Promise<number> {
  return scalar(
    db,
    sql`select count(*) from sale_accesses join sales on sales.id = sale_id where ${which}`,
  )
}

/** A visible sale with its parties as accounting names them. */
export interface SharableSale {
  id: number
  holderRut: string
  /** As accounting writes it; '' without a co-holder, and for an erased one. */
  coHolderRut: string
}

/** The holder's sale, whose accesses nobody else changes to the end of the transaction, so that they are counted once. */
export async function lockSharableSale(
  tx: Transaction,
  code: string,
  holderRut: string,
): Promise<SharableSale | null> {
  const isSharable = sql`code = ${code} and holder_rut = ${holderRut} and ${isVisibleSale}`
  const found = await maybeOne<{ id: number }>(tx, sql`select id from sales where ${isSharable}`)
  if (!found) return null
  await lockBuyers(tx, found.id)
  return maybeOne<SharableSale>(
    tx,
    sql`select sales.id, sales.holder_rut,
        case when co_holder_erased_at is null then coalesce(co_holder.rut, '') else '' end
          as co_holder_rut
      from sales left join sale_holders co_holder
        on co_holder.sale_id = sales.id and co_holder.role = 'co_holder'
      where ${isSharable}`,
  )
}

/** The holder's access for the reader that was not revoked; it may be over. */
export function findUnrevoked(
  tx: Transaction,
  { saleId, readerRut, holderRut }: { saleId: number; readerRut: string; holderRut: string },
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
      where sale_id = ${saleId} and reader_rut = ${readerRut}
        and sale_accesses.holder_rut = ${holderRut} and revoked_at is null`,
  )
}

export function countValid(tx: Transaction, saleId: number): Promise<number> {
  return scalar(
    tx,
    sql`select count(*) from sale_accesses join sales on sales.id = sale_accesses.sale_id
      where sale_id = ${saleId} and ${isReadable}`,
  )
}

interface NewAccess {
  saleId: number
  readerRut: string
  kind: SaleAccessKind
  holderRut: string
  lastDay: CalendarDate | null
  givenBy: number
}

export function insertAccess(tx: Transaction, access: NewAccess): Promise<number> {
  return scalar(tx, sql`insert into sale_accesses ${sql.insert({ ...access })} returning id`)
}

/** What this account gave: of its own sales all that holds, of others', which it gave as staff, what it gave since. */
export async function listGivenBy(
  tx: Transaction,
  { userId, since }: { userId: number; since: Date },
): Promise<number[]> {
  const given = await many<{ id: number }>(
    tx,
    sql`select id from sale_accesses
      where given_by = ${userId} and revoked_at is null and (given_at >= ${since}
        or ${isAccountOf(sql`sale_accesses.given_by`, sql`sale_accesses.holder_rut`)})
      order by id`,
  )
  return given.map(({ id }) => id)
}

interface RevokedAccess {
  id: number
  kind: SaleAccessKind
  saleId: number
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
  { id, holderRut, revokedBy }: { id: number; holderRut: string | null; revokedBy: number | null },
): Promise<RevokedAccess | null> {
  return maybeOne<RevokedAccess>(
    tx,
    sql`update sale_accesses set revoked_at = now(), revoked_by = ${revokedBy}
      from sales
      where sales.id = sale_id and sale_accesses.id = ${id} and revoked_at is null
        and (${holderRut}::text is null or sale_accesses.holder_rut = ${holderRut})
      returning sale_accesses.id, kind, sale_id, sales.code as sale_code,
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
  /** The account can log in. */
  is_ready: boolean
  is_closed: boolean
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
        ${normalisedRut(sql`co_holder.rut`)} = replace(sale_accesses.reader_rut, '-', ''), false),
      'account_id', ${accountIdOf(sql`sale_accesses.reader_rut`)},
      'is_ready', ${canLogIn(sql`sale_accesses.reader_rut`)},
      'is_closed', ${isClosedAccount(sql`sale_accesses.reader_rut`)}) order by sale_accesses.id desc), '[]')
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

/** As accounting names the holder who gave the access; '' once somebody else holds the sale. */
const holderName = sql`coalesce((
  select full_name from sale_holders
  where sale_holders.sale_id = sales.id and role = 'holder'
    and sales.holder_rut = sale_accesses.holder_rut), '')`

/** The sales of others that a person reads or read, newest access first. */
export function listReadSales<Row>(db: Database, readerRut: string): Promise<Row[]> {
  return wireRows<Row>(
    db,
    sql`select sale_accesses.id, sale_accesses.kind,
        ${instant('sale_accesses.given_at')} as given_at,
        coalesce(sale_accesses.last_day::text, '') as last_day, ${accessState} as state,
        sales.code, coalesce(nullif(${holderName}, ''), ${accountNameOf(sql`sale_accesses.holder_rut`)}) as holder,
        ${accountIdOf(sql`sale_accesses.holder_rut`)} as holder_id
      from sale_accesses join sales on sales.id = sale_accesses.sale_id
      where sale_accesses.reader_rut = ${readerRut}
      order by sale_accesses.id desc`,
  )
}

/** An access whose reader has no account yet. */
export interface AwaitedReader {
  id: number
  /** The holder's account, in whose file staff create the reader's; null without one. */
  holder_id: number | null
  sale_code: string
}

const MAX_AWAITED = 20

/** The accesses that hold and wait for an account, those of longest ago first. */
export function listAwaitedReaders(db: Database): Promise<AwaitedReader[]> {
  return wireRows<AwaitedReader>(
    db,
    sql`select sale_accesses.id, ${accountIdOf(sql`sale_accesses.holder_rut`)} as holder_id,
        sales.code as sale_code
      from sale_accesses join sales on sales.id = sale_accesses.sale_id
      where ${isReadable} and ${accountIdOf(sql`sale_accesses.reader_rut`)} is null
      order by sale_accesses.id limit ${MAX_AWAITED}`,
  )
}

/** The people whom an email about an access reaches. */
interface NotifiedParties {
  kind: SaleAccessKind
  saleCode: string
  /** 'YYYY-MM-DD', or '' without an end. */
  lastDay: string
  /** As accounting names the holder; '' once somebody else holds the sale. */
  holderName: string
  /** Whoever gave it still holds the sale. */
  isOfHolder: boolean
  isRevoked: boolean
  holder: RutAccount | null
  reader: RutAccount | null
}

/** Null for an access that was erased meanwhile. */
export function findNotifiedParties(
  db: Database,
  accessId: number,
): Promise<NotifiedParties | null> {
  return maybeOne<NotifiedParties>(
    db,
    sql`select sale_accesses.kind, sales.code as sale_code,
        coalesce(sale_accesses.last_day::text, '') as last_day,
        ${holderName} as holder_name, sales.holder_rut = sale_accesses.holder_rut as is_of_holder,
        revoked_at is not null as is_revoked,
        ${accountOf(sql`sale_accesses.holder_rut`)} as holder,
        ${accountOf(sql`sale_accesses.reader_rut`)} as reader
      from sale_accesses join sales on sales.id = sale_accesses.sale_id
      where sale_accesses.id = ${accessId}`,
  )
}
