import { eraseRefusals } from '@carpeta/domain/personal-data/personal-data-labels'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import type { JobDatabase, Transaction } from '../db/client.ts'
import { type Caller, operator } from '../http/caller.ts'
import { lockImport } from '../imports/loads-store.ts'
import { listOpenOrders } from '../payments/personal-data.ts'
import { type AccountKey, isErased } from '../people/people-store.ts'
import { type ErasableAccount, lockForErasure } from '../people/personal-data.ts'
import {
  type ErasedRequests,
  listOpenRequests,
  lockRequestsOf,
  type OpenRequest,
} from '../requests/personal-data.ts'
import { hasErasedSales, listOpenSales } from '../sales/erased-buyers-store.ts'
import type { ErasedSales } from '../sales/personal-data.ts'
import { type ErasedWaiting, eraseWaiting, findKnownPerson } from './erase-waiting.ts'
import { findPerson } from './find-person.ts'
import { modules } from './modules.ts'

export interface EraseOptions {
  /** Reports what would happen and writes nothing. */
  dryRun: boolean
  /** Erases despite an open sale or request. */
  force: boolean
}

export type EraseOutcome =
  | ({ result: 'erased'; accounts: number } & ErasedSales & ErasedData & ErasedWaiting)
  | { result: 'refused'; reasons: string[] }
  | { result: 'erased before' }
  | { result: 'unknown' }

export interface EraseServices {
  db: JobDatabase
  /** For the emails that wait encrypted. */
  config: { secretKeys: SecretKeys }
}

const noOpenSales = { asHolder: [], asCoHolder: [] }
const noSales: ErasedBuyer = { sales: 0, coOwnSales: 0, saleDocuments: 0 }

/** Rolls the transaction back. */
class DryRun extends Error {}

/**
 * Anonymises every account of a person and their part in every sale, in one transaction. A second
 * run changes nothing.
 * @throws {SeveralPersons}
 */
export async function eraseMember(
  { db, config }: EraseServices,
  key: AccountKey,
  { dryRun, force }: EraseOptions,
): Promise<EraseOutcome> {
  let outcome: EraseOutcome = { result: 'unknown' }
  try {
    await db.transaction(async (tx) => {
      outcome = await erasePerson(tx, config, key, force)
      if (dryRun) throw new DryRun()
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
  return outcome
}

async function erasePerson(
  tx: Transaction,
  config: EraseServices['config'],
  key: AccountKey,
  force: boolean,
): Promise<EraseOutcome> {
  // A load under way has copied what is erased, and would bring it back.
  await lockImport(tx)
  const person = await findPerson(tx, key)
  if (person === null) {
    const wasErased = 'id' in key && (await isErased(tx, key.id))
    return { result: wasErased ? 'erased before' : 'unknown' }
  }
  const { rut } = person
  const accounts = await lockAccounts(tx, person.accountIds)
  const open = rut === null ? noOpenSales : await listOpenSales(tx, rut)
  const reasons = reasonsAgainst(accounts, open, force)
  if (reasons.length > 0) return { result: 'refused', reasons }
  const known = await findKnownPerson(tx, person)
  const total: ErasedData = { requests: 0, drafts: 0, documents: 0, paymentReports: 0 }
  for (const { id } of accounts) {
    const erased = await anonymiseAccount(tx, operator, id)
    total.requests += erased.requests
    total.drafts += erased.drafts
    total.documents += erased.documents
    total.paymentReports += erased.paymentReports
  }
  const buyer = rut === null ? noSales : await eraseBuyer(tx, rut)
  const { saleDocuments, ...sales } = buyer
  total.documents += saleDocuments
  if (accounts.length === 0) {
    if (sales.sales + sales.coOwnSales === 0) {
      const hasErased = rut !== null && (await hasErasedSales(tx, rut))
      return { result: hasErased ? 'erased before' : 'unknown' }
    }
    await recordErasedBuyer(tx, buyer)
  }
  const waiting = await eraseWaiting(tx, known, config)
  return { result: 'erased', accounts: accounts.length, ...sales, ...total, ...waiting }
}

function reasonsAgainst(
  accounts: LockedAccount[],
  { asHolder, asCoHolder }: { asHolder: string[]; asCoHolder: string[] },
  force: boolean,
): string[] {
  const reasons: string[] = accounts.some(({ isStaff }) => isStaff) ? [eraseRefusals.staff] : []
  if (force) return reasons
  const requests = accounts.flatMap(({ openRequests }) => openRequests)
  const payments = accounts.flatMap(({ openPayments }) => openPayments)
  if (asHolder.length > 0) reasons.push(eraseRefusals.openSale(asHolder))
  if (asCoHolder.length > 0) reasons.push(eraseRefusals.openCoSaleWithReaders(asCoHolder))
  if (requests.length > 0) reasons.push(eraseRefusals.openRequest(requests.map(({ id }) => id)))
  if (payments.length > 0) reasons.push(eraseRefusals.openPayment(payments))
  return reasons
}

const {
  requests,
  'payment-reports': paymentReports,
  payments,
  documents,
  'member-documents': memberDocuments,
  'due-calendar': dueCalendar,
  announcements,
  news,
  auth,
  throttle,
  people,
  audit,
} = modules

type ErasedData = ErasedRequests & { paymentReports: number }

/** In this order: the keys of the audit log are deleted only for an account that is erased. */
const afterRequests = [
  documents,
  memberDocuments,
  payments,
  dueCalendar,
  announcements,
  news,
  auth,
  throttle,
  people,
  audit,
]

/** Erases the data of an account that `lockAccounts` has locked, and records it. */
export async function anonymiseAccount(
  tx: Transaction,
  caller: Caller,
  userId: number,
  reason = '',
): Promise<ErasedData> {
  const erased = {
    ...(await requests.erasePersonalData(tx, caller, userId)),
    ...(await paymentReports.erasePersonalData(tx, caller, userId)),
  }
  for (const module of afterRequests) await module.erasePersonalData(tx, userId)
  await recordAuditEvent(tx, caller, {
    action: 'member.erased',
    object: { type: 'user', id: userId },
    subjectId: userId,
    after: { ...erased },
    reason,
  })
  return erased
}

interface ErasedBuyer extends ErasedSales {
  /** Files published in the sales of the holder. */
  saleDocuments: number
}

/** Erases the data stored by rut: the person's part in sales, as holder and as co-holder. */
export async function eraseBuyer(tx: Transaction, rut: string): Promise<ErasedBuyer> {
  const erased = await modules.sales.erasePersonalData(tx, rut)
  await modules.imports.erasePersonalData(tx, rut)
  return { ...erased, saleDocuments: await memberDocuments.eraseOfHolder(tx, rut) }
}

/** Records the erasure of a buyer without an account: there is no subject, so it only counts. */
export async function recordErasedBuyer(
  tx: Transaction,
  { saleDocuments, ...sales }: ErasedBuyer,
  reason = '',
): Promise<void> {
  const after = { ...sales, documents: saleDocuments }
  await recordAuditEvent(tx, operator, { action: 'member.erased', after, reason })
}

interface LockedAccount extends ErasableAccount {
  openRequests: OpenRequest[]
  /** Folios of payments under way. */
  openPayments: string[]
}

/**
 * Locks these accounts and their requests to the end of the transaction; leaves out the erased
 * accounts. Requests come first, as in every action on one: sending locks the request, then refers
 * to the account.
 */
export async function lockAccounts(tx: Transaction, ids: number[]): Promise<LockedAccount[]> {
  await lockRequestsOf(tx, ids)
  const accounts = await lockForErasure(tx, ids)
  const open = await listOpenRequests(tx, ids)
  const paying = await listOpenOrders(tx, ids)
  return accounts.map((account) => ({
    ...account,
    openRequests: open.filter(({ userId }) => userId === account.id),
    openPayments: paying.filter(({ userId }) => userId === account.id).map(({ folio }) => folio),
  }))
}
