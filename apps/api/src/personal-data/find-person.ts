import type { Database, Transaction } from '../db/client.ts'
import { type AccountKey, listAccounts } from '../people/people-store.ts'

export interface Person {
  /** Canonical; null for staff and people who registered by email. */
  rut: string | null
  /** The named account first, then every other account of the person, the active one first. */
  accountIds: number[]
}

/** The key matches more than one person. */
export class SeveralPersons extends Error {
  readonly accountIds: number[]

  constructor(accountIds: number[]) {
    super(`more than one person: accounts ${accountIds.join(', ')}`)
    this.accountIds = accountIds
  }
}

/**
 * The person that an operator names. A rut also matches a person without an account, who is part of
 * a sale only. Null when nothing matches, and for an erased account.
 * @throws {SeveralPersons} for an email that several people share
 */
export async function findPerson(
  db: Database | Transaction,
  key: AccountKey,
): Promise<Person | null> {
  if ('rut' in key) return { rut: key.rut, accountIds: idsOf(await listAccounts(db, key)) }
  const accounts = await listAccounts(db, key)
  const [first] = accounts
  if (!first) return null
  const { id, rut } = first
  if (accounts.some((other) => other.id !== id && (rut === null || other.rut !== rut))) {
    throw new SeveralPersons(idsOf(accounts))
  }
  if (rut === null) return { rut, accountIds: [id] }
  const all = idsOf(await listAccounts(db, { rut }))
  return { rut, accountIds: [id, ...all.filter((other) => other !== id)] }
}

function idsOf(accounts: { id: number }[]): number[] {
  return accounts.map(({ id }) => id)
}
