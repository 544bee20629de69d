import type { KnownPerson } from '@carpeta/domain/people/person-in-text'
import type { SecretKeys } from '../config/secret-keys.ts'
import type { Transaction } from '../db/client.ts'
import { deleteEmailsAbout } from '../email/email-queue.ts'
import { blankRejectsAbout, dropWaitingExports } from '../imports/personal-data.ts'
import { blankDocumentsAbout, dropImportsAbout } from '../member-documents/personal-data.ts'
import { eraseFromHistories } from '../people/email-changes-store.ts'
import { findKnownNames } from '../people/personal-data.ts'
import { deleteFiltersAbout } from '../requests/personal-data.ts'
import { findKnownBuyer } from '../sales/personal-data.ts'

/** What waited when a person was erased. */
export interface ErasedWaiting {
  /** In the queue, to the person or naming the person. */
  emails: number
  /** Exports of accounting that were not loaded, whomever they are about. */
  exports: number
  /** Zips of documents. */
  zips: number
}

/** By what a text could name this person, read before the accounts and sales are blanked. */
export async function findKnownPerson(
  tx: Transaction,
  { rut, accountIds }: { rut: string | null; accountIds: number[] },
): Promise<KnownPerson> {
  const bought =
    rut === null ? { names: [], emails: [], phones: [] } : await findKnownBuyer(tx, rut)
  const known = await findKnownNames(tx, accountIds, bought.emails)
  return { ...known, rut, names: [...known.names, ...bought.names], phones: bought.phones }
}

/**
 * Erases what is about a person and no row of an account or a sale leads to: what waits in the queue, in files and
 * in lists of staff. It is found by what it says.
 */
export async function eraseWaiting(
  tx: Transaction,
  person: KnownPerson,
  keys: { secretKeys: SecretKeys },
): Promise<ErasedWaiting> {
  await deleteFiltersAbout(tx, person)
  await eraseFromHistories(tx, person.emails)
  await blankRejectsAbout(tx, person)
  await blankDocumentsAbout(tx, person)
  return {
    emails: await deleteEmailsAbout(tx, person, keys),
    exports: await dropWaitingExports(tx),
    zips: await dropImportsAbout(tx, person),
  }
}
