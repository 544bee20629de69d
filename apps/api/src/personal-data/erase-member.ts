import { eraseRefusals } from '@carpeta/domain/personal-data-words'
import { operator } from '../audit/record-action.ts'
import type { Database, Transaction } from '../db/client.ts'
import { eraseHolder, hasErasedSales, listOpenSales } from '../sales/erased-holders-store.ts'
import { type Erased, eraseAccount } from './erase-account.ts'
import { type ErasableAccount, holdByRut } from './erase-store.ts'

export interface EraseOptions {
  /** Tell what would happen; write nothing. */
  dryRun: boolean
  /** Also with an open sale or request. */
  force: boolean
}

export type EraseOutcome =
  | ({ result: 'erased'; accounts: number; sales: number } & Erased)
  | { result: 'refused'; reasons: string[] }
  /** Nothing of him is left but what is kept. */
  | { result: 'erased before' }
  | { result: 'unknown' }

/** Takes everything back that was written. */
class OnlyTried extends Error {}

/** Anonymises whoever has this rut, in one transaction; again it finds nothing to do. */
export async function eraseMember(
  db: Database,
  rut: string,
  { dryRun, force }: EraseOptions,
): Promise<EraseOutcome> {
  let outcome: EraseOutcome = { result: 'unknown' }
  try {
    await db.transaction(async (tx) => {
      outcome = await erase(tx, rut, force)
      if (dryRun) throw new OnlyTried()
    })
  } catch (error) {
    if (!(error instanceof OnlyTried)) throw error
  }
  return outcome
}

async function erase(tx: Transaction, rut: string, force: boolean): Promise<EraseOutcome> {
  const accounts = await holdByRut(tx, rut)
  if (accounts.length === 0) {
    return { result: (await hasErasedSales(tx, rut)) ? 'erased before' : 'unknown' }
  }
  const reasons = reasonsAgainst(accounts, await listOpenSales(tx, rut), force)
  if (reasons.length > 0) return { result: 'refused', reasons }
  const total: Erased = { requests: 0, drafts: 0, documents: 0 }
  for (const { id } of accounts) {
    const { requests, drafts, documents } = await eraseAccount(tx, operator, id)
    total.requests += requests
    total.drafts += drafts
    total.documents += documents
  }
  const sales = await eraseHolder(tx, rut)
  return { result: 'erased', accounts: accounts.length, sales, ...total }
}

function reasonsAgainst(accounts: ErasableAccount[], sales: string[], force: boolean): string[] {
  const reasons: string[] = accounts.some(({ isStaff }) => isStaff) ? [eraseRefusals.staff] : []
  if (force) return reasons
  const requests = accounts.flatMap(({ openRequests }) => openRequests)
  if (sales.length > 0) reasons.push(eraseRefusals.openSale(sales))
  if (requests.length > 0) reasons.push(eraseRefusals.openRequest(requests))
  return reasons
}
