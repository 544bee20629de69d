import { eraseRefusals } from '@carpeta/domain/personal-data/personal-data-labels'
import type { Database, Transaction } from '../db/client.ts'
import { operator } from '../http/caller.ts'
import { eraseBuyer, hasErasedSales, listOpenSales } from '../sales/erased-buyers-store.ts'
import { type Anonymised, anonymiseAccount } from './anonymise-account.ts'
import { type LockedAccount, lockAccounts } from './erase-store.ts'
import { findPerson } from './find-person.ts'
import { type AccountKey, isAnonymised } from './person-store.ts'

export interface EraseOptions {
  /** Tell what would happen; write nothing. */
  dryRun: boolean
  /** Also with an open sale or request. */
  force: boolean
}

export type EraseOutcome =
  | ({ result: 'erased'; accounts: number; sales: number; coHeldSales: number } & Anonymised)
  | { result: 'refused'; reasons: string[] }
  /** Nothing of him is left but what is kept. */
  | { result: 'erased before' }
  | { result: 'unknown' }

const nowhere = { asHolder: [], asCoHolder: [] }
const untouched = { sales: 0, coHeldSales: 0 }

/** Takes everything back that was written. */
class OnlyTried extends Error {}

/**
 * Anonymises a person with every account that he had and in every sale, in one transaction; again
 * it finds nothing to do.
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
      if (dryRun) throw new OnlyTried()
    })
  } catch (error) {
    if (!(error instanceof OnlyTried)) throw error
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
    const wasErased = 'id' in key && (await isAnonymised(tx, key.id))
    return { result: wasErased ? 'erased before' : 'unknown' }
  }
  const { rut } = person
  const accounts = await lockAccounts(tx, person.accountIds)
  const open = rut === null ? nowhere : await listOpenSales(tx, rut)
  const reasons = reasonsAgainst(accounts, open, force)
  if (reasons.length > 0) return { result: 'refused', reasons }
  const total: Anonymised = { requests: 0, drafts: 0, documents: 0 }
  for (const account of accounts) {
    const { requests, drafts, documents } = await anonymiseAccount(tx, operator, account)
    total.requests += requests
    total.drafts += drafts
    total.documents += documents
  }
  const sales = rut === null ? untouched : await eraseBuyer(tx, rut)
  if (accounts.length === 0 && sales.sales + sales.coHeldSales === 0) {
    const isErased = rut !== null && (await hasErasedSales(tx, rut))
    return { result: isErased ? 'erased before' : 'unknown' }
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
  if (asCoHolder.length > 0) reasons.push(eraseRefusals.openCoHeldSale(asCoHolder))
  if (requests.length > 0) reasons.push(eraseRefusals.openRequest(requests.map(({ id }) => id)))
  return reasons
}
