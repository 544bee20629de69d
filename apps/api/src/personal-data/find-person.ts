import type { Database, Transaction } from '../db/client.ts'
import { type AccountKey, listAccounts } from '../users/accounts-by-key-store.ts'

export interface Person {
  /** Canonical; null for who has none: staff, or people who registered by e-mail. */
  rut: string | null
  /** The account that is meant, and every other that he has or had, the living one first. */
  accountIds: number[]
}

/** What was given is of more than one person. */
export class SeveralPersons extends Error {
  readonly accountIds: number[]

  constructor(accountIds: number[]) {
    super(`more than one person: accounts ${accountIds.join(', ')}`)
    this.accountIds = accountIds
  }
}

/**
 * Whom an operator means. By a rut somebody is found too who has no account and stands in a sale
 * only. Null for nobody, and for an account of which nothing is left.
 * @throws {SeveralPersons} for an e-mail that people share
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
