import type { SaleAccessForm, SaleWithReaders, StaffSaleWithReaders } from '@carpeta/contract/sales'
import { type CalendarDate, isCalendarDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { canonicalRut } from '@carpeta/domain/people/rut'
import { userRefusals } from '@carpeta/domain/people/user-rules'
import { ownSaleRefusal } from '@carpeta/domain/sales/own-sale'
import {
  type AccessEntry,
  givableKinds,
  lastDayProblem,
  MAX_SALE_ACCESSES,
  representativeProblem,
  saleAccessMessages,
} from '@carpeta/domain/sales/sale-access-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction, requireRecentAuthentication } from '../auth/caller-transaction.ts'
import { lockTarget } from '../auth/managed-account.ts'
import { endAccessOfPartners } from '../auth/prepared-access.ts'
import type { Database, Queryable, Transaction } from '../db/client.ts'
import type { AuditActor, SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused, refuseFields } from '../http/errors.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import { haveCommonSale, isBuyer } from '../people/parties-store.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import {
  countValid,
  findUnrevoked,
  insertAccess,
  isSaleOf,
  type ListedAccess,
  type ListedSale,
  listCodesOf,
  listGivenBy,
  listSalesOf,
  lockSharableSale,
  markRevoked,
  type SharableSale,
} from './sale-accesses-store.ts'
import { NOTIFY_SALE_ACCESS, type SaleAccessNotice } from './sales-jobs.ts'

interface Services {
  db: Database
  limits: RateLimits
}

interface Holder {
  userId: number
  rut: string
}

/**
 * The holder lets somebody read a sale. Neither the answer nor its time tells whether an account of the
 * reader exists: a job looks for it (docs/security.md 5.70).
 * @throws {InvalidFields} · {NotFound} · {Refused}
 */
export async function giveOwnSaleAccess(
  { db, limits }: Services,
  caller: SignedInCaller,
  form: SaleAccessForm,
): Promise<void> {
  await limits.saleAccesses.consume(String(caller.id))
  await callerTransaction(db, caller, (tx, caller) => {
    const { id, profile } = caller.user
    return giveAccess(tx, caller, { userId: id, rut: profile.social_security }, form)
  })
}

/**
 * Staff do it for a member, but not for themselves, nor of a purchase of their own.
 * @throws {InvalidFields} · {NotFound} · {Forbidden} · {Refused}
 */
export async function giveMemberSaleAccess(
  { db, limits }: Services,
  caller: SignedInCaller,
  userId: number,
  form: SaleAccessForm,
): Promise<void> {
  // For each member, so that staff may serve as many as come.
  await limits.saleAccesses.consume(`${caller.id}:${userId}`)
  await callerTransaction(db, caller, async (tx, caller) => {
    const { rut } = await lockTarget(tx, caller, userId)
    if (rut === null) throw new NotFound()
    await giveAccess(tx, caller, { userId, rut }, form)
  })
}

async function giveAccess(
  tx: Transaction,
  caller: SignedInCaller,
  holder: Holder,
  form: SaleAccessForm,
): Promise<void> {
  const { kind, last_day: typedDay = '' } = form
  requireFields(form, holder)
  const sale = await lockSharableSale(tx, form.sale_code, holder.rut)
  if (sale === null) throw new NotFound()
  const readerRut = readerOf(sale, form)
  if (caller.id !== holder.userId && readerRut === caller.user.profile.social_security) {
    throw new Refused(saleAccessMessages.ownByStaff, 403)
  }
  if (caller.id !== holder.userId) await requireOthersSale(tx, caller, sale.id)
  await requireRecentAuthentication(tx, caller)
  const lastDay = isCalendarDate(typedDay) ? typedDay : null
  const parties = { saleId: sale.id, readerRut, holderRut: holder.rut }
  const before = await findUnrevoked(tx, parties)
  if (before?.isValid && before.kind === kind && before.lastDay === lastDay) return
  if (before) await markRevoked(tx, { id: before.id, holderRut: null, revokedBy: caller.id })
  if ((await countValid(tx, sale.id)) >= MAX_SALE_ACCESSES) {
    throw new Refused(saleAccessMessages.tooMany, 409)
  }
  const id = await insertAccess(tx, { ...parties, kind, lastDay, givenBy: caller.id })
  await recordGiven(tx, caller, { id, holder, form, lastDay })
  await endAccessOfPartners(tx, readerRut)
}

/** @throws {InvalidFields} naming every wrong field */
function requireFields(
  { kind, social_security = '', last_day = '' }: SaleAccessForm,
  { rut }: Holder,
) {
  const reader = kind === 'representative' ? representativeProblem(social_security, rut) : null
  const lastDay = lastDayProblem(last_day, todayInSantiago(new Date()))
  refuseFields({
    ...(reader === null ? {} : { social_security: reader }),
    ...(lastDay === null ? {} : { last_day: lastDay }),
  })
}

/** The reader's canonical rut: accounting's of a co-holder, the typed one of a representative. */
function readerOf(sale: SharableSale, { kind, social_security = '' }: SaleAccessForm): string {
  const isCoHolder = kind === 'co_holder'
  const rut = canonicalRut(isCoHolder ? sale.coHolderRut : social_security)
  if (rut === null || !givableKinds(sale).includes(kind)) {
    const { coHolder, notCompany } = saleAccessMessages
    throw new Refused(isCoHolder ? coHolder : notCompany, 409)
  }
  return rut
}

interface Given {
  id: number
  holder: Holder
  form: SaleAccessForm
  lastDay: CalendarDate | null
}

/** The reader is named by the access only, so that the audit log has no rut of an erased person. */
async function recordGiven(
  tx: Transaction,
  caller: SignedInCaller,
  { id, holder, form, lastDay }: Given,
): Promise<void> {
  await recordAuditEvent(tx, caller, {
    action: 'sale_access.given',
    object: { type: 'sale_access', id },
    subjectId: holder.userId,
    after: { sale_code: form.sale_code, access_kind: form.kind, last_day: lastDay ?? '' },
  })
  const isByHolder = caller.id === holder.userId
  const notice: SaleAccessNotice = { accessId: id, event: 'given', isByHolder }
  await enqueueJob(tx, NOTIFY_SALE_ACCESS, notice)
}

/** The holder takes an access back; the reader's next call has nothing of the sale. @throws {NotFound} */
export async function revokeOwnSaleAccess(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    await revoke(tx, caller, id, caller.user.profile.social_security)
  })
}

/** @throws {NotFound} · {Refused} 403 for a purchase of the caller's own */
export async function revokeMemberSaleAccess(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    await requireOthersSale(tx, caller, await revoke(tx, caller, id, null))
  })
}

/** A thief in the account may have given them (docs/decisions/accounts.md). */
export async function revokeAccessesGivenBy(
  tx: Transaction,
  actor: AuditActor,
  given: { userId: number; since: Date },
): Promise<void> {
  for (const id of await listGivenBy(tx, given)) await revoke(tx, actor, id, null)
}

/** @returns the id of the sale */
async function revoke(
  tx: Transaction,
  caller: AuditActor,
  id: number,
  holderRut: string | null,
): Promise<number> {
  const revoked = await markRevoked(tx, { id, holderRut, revokedBy: caller.id })
  if (!revoked) throw new NotFound()
  const { kind, saleId, saleCode, holderId } = revoked
  await recordAuditEvent(tx, caller, {
    action: 'sale_access.revoked',
    object: { type: 'sale_access', id },
    subjectId: holderId,
    before: { sale_code: saleCode, access_kind: kind },
  })
  const isByHolder = caller.id === holderId
  const notice: SaleAccessNotice = { accessId: id, event: 'revoked', isByHolder }
  await enqueueJob(tx, NOTIFY_SALE_ACCESS, notice)
  return saleId
}

/** For the holder: without accounts of others, and without what was revoked. */
export function presentSaleWithReaders(sale: ListedSale): SaleWithReaders {
  const accesses = sale.accesses.filter(({ state }) => state !== 'revoked')
  return { ...presentSale(sale), accesses: accesses.map((each) => presentAccess(each, sale)) }
}

export function presentForStaff(sale: ListedSale): StaffSaleWithReaders {
  const accesses = sale.accesses.map((each) => ({
    ...presentAccess(each, sale),
    account_id: each.account_id,
  }))
  return { ...presentSale(sale), accesses }
}

function presentSale(sale: ListedSale) {
  const { code, project, type, lot, holder_rut, co_holder, co_holder_rut, representative } = sale
  const kinds = givableKinds({ holderRut: holder_rut, coHolderRut: co_holder_rut })
  return { code, project, property: { type, lot }, co_holder, representative, kinds }
}

function presentAccess(access: ListedAccess, { co_holder }: ListedSale) {
  const { id, kind, social_security, given_at, is_by_holder, last_day, state, is_named } = access
  const given_by = is_by_holder ? ('holder' as const) : ('cooperative' as const)
  const name = is_named ? co_holder : ''
  const entry = entryOf(access)
  return { id, kind, name, social_security, given_at, given_by, last_day, state, entry }
}

/** Only of a co-holder, whom accounting names: a holder who types ruts would learn whose have accounts. */
function entryOf(access: ListedAccess): AccessEntry | null {
  const { kind, state, account_id, is_ready, is_closed } = access
  if (kind !== 'co_holder' || state !== 'valid') return null
  if (account_id === null) return 'no_account'
  if (is_closed) return 'closed'
  return is_ready ? 'ready' : 'not_active'
}

export async function isOwnPurchase(
  db: Queryable,
  { user }: Pick<SignedInCaller, 'user'>,
  saleId: number,
): Promise<boolean> {
  const rut = user.profile.social_security
  return rut !== '' && (await isSaleOf(db, { rut, saleId }))
}

/** Whether some sale is a purchase of the caller's own. */
export async function hasPurchases(
  db: Queryable,
  { user }: Pick<SignedInCaller, 'user'>,
): Promise<boolean> {
  const rut = user.profile.social_security
  return rut !== '' && (await isBuyer(db, rut))
}

/** Those of the sales that are a purchase of the caller's own. */
export async function ownPurchasesAmong(
  db: Queryable,
  { user }: Pick<SignedInCaller, 'user'>,
  saleIds: number[],
): Promise<Set<number>> {
  const rut = user.profile.social_security
  return new Set(rut === '' ? [] : await listSalesOf(db, { rut, saleIds }))
}

/** The same for codes of sales. */
export async function ownCodesAmong(
  db: Queryable,
  { user }: Pick<SignedInCaller, 'user'>,
  codes: string[],
): Promise<Set<string>> {
  const rut = user.profile.social_security
  return new Set(rut === '' ? [] : await listCodesOf(db, { rut, codes }))
}

/** Nobody handles a purchase of their own, whoever paid or asked. @throws {Refused} 403 */
export async function requireOthersSale(
  db: Queryable,
  caller: SignedInCaller,
  saleId: number,
): Promise<void> {
  if (await isOwnPurchase(db, caller, saleId)) throw new Refused(ownSaleRefusal, 403)
}

/**
 * Nobody makes a way into the account of somebody with whom they share or shared a purchase: all that staff do not
 * open in a purchase of their own would be open. @throws {Refused} 403
 */
export async function requireNoCommonPurchase(
  db: Queryable,
  { user }: Pick<SignedInCaller, 'user'>,
  rut: string | null,
): Promise<void> {
  if (await haveCommonSale(db, user.profile.social_security, rut ?? '')) {
    throw new Refused(userRefusals.sharesPurchase, 403)
  }
}
