import { eraseRefusals } from '@carpeta/domain/personal-data/personal-data-labels'
import type { Database, Transaction } from '../../db/client.ts'
import { operator } from '../../http/caller.ts'
import { hasErasedSales, listOpenSales } from '../../sales/erased-buyers-store.ts'
import type { ErasedSales } from '../../sales/personal-data.ts'
import { type AccountKey, isErased } from '../../users/people-store.ts'
import { findPerson } from '../find-person.ts'
import { anonymiseAccount, type ErasedData } from './anonymise-account.ts'
import { eraseBuyer } from './erase-buyer.ts'
import { type LockedAccount, lockAccounts } from './lock-accounts.ts'

export interface EraseOptions {
  /** Reports what would happen and writes nothing. */
  dryRun: boolean
  /** Erases despite an open sale or request. */
  force: boolean
}

export type EraseOutcome =
  | ({ result: 'erased'; accounts: number } & ErasedSales & ErasedData)
  | { result: 'refused'; reasons: string[] }
  | { result: 'erased before' }
  | { result: 'unknown' }

const noOpenSales = { asHolder: [], asCoHolder: [] }
const noSales = { sales: 0, coOwnSales: 0 }

/** Rolls the transaction back. */
class DryRun extends Error {}

/**
 * Anonymises every account of a person and their part in every sale, in one transaction. A second
 * run changes nothing.
 * @throws {SeveralPersons}
 */
export async function eraseMember(
  db: Database,
  key: AccountKey,
  { dryRun, force }: EraseOptions,
): Promise<EraseOutcome> {
  let outcome: EraseOutcome = { result: 'unknown' }
  try {
    await db.transaction(async (tx) => {
      outcome = await erasePerson(tx, key, force)
      if (dryRun) throw new DryRun()
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
  return outcome
}

async function erasePerson(
  tx: Transaction,
  key: AccountKey,
  force: boolean,
): Promise<EraseOutcome> {
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
  const total: ErasedData = { requests: 0, drafts: 0, documents: 0, paymentReports: 0 }
  for (const { id } of accounts) {
    const erased = await anonymiseAccount(tx, operator, id)
    total.requests += erased.requests
    total.drafts += erased.drafts
    total.documents += erased.documents
    total.paymentReports += erased.paymentReports
  }
  const sales = rut === null ? noSales : await eraseBuyer(tx, rut)
  if (accounts.length === 0 && sales.sales + sales.coOwnSales === 0) {
    const hasErased = rut !== null && (await hasErasedSales(tx, rut))
    return { result: hasErased ? 'erased before' : 'unknown' }
  }
  return { result: 'erased', accounts: accounts.length, ...sales, ...total }
}

function reasonsAgainst(
  accounts: LockedAccount[],
  { asHolder, asCoHolder }: { asHolder: string[]; asCoHolder: string[] },
  force: boolean,
): string[] {
  const reasons: string[] = accounts.some(({ isStaff }) => isStaff) ? [eraseRefusals.staff] : []
  if (force) return reasons
  const requests = accounts.flatMap(({ openRequests }) => openRequests)
  if (asHolder.length > 0) reasons.push(eraseRefusals.openSale(asHolder))
  if (asCoHolder.length > 0) reasons.push(eraseRefusals.openCoSaleWithReaders(asCoHolder))
  if (requests.length > 0) reasons.push(eraseRefusals.openRequest(requests.map(({ id }) => id)))
  return reasons
}
