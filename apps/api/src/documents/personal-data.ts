import { type KnownPerson, mayNamePerson } from '@carpeta/domain/people/person-in-text'
import type { Transaction } from '../db/client.ts'
import { exec, many, sql } from '../db/query.ts'
import { listUnattached } from './documents-store.ts'
import { queueRemoval } from './remove-documents.ts'

/** Blanks the names of the files that the person uploaded; a job removes those that nothing refers to. */
export async function erasePersonalData(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`update documents set name = '' where uploaded_by = ${userId}`)
  const unattached = await listUnattached(tx, userId)
  await queueRemoval(tx, unattached)
}

/** Blanks the names of these files, which staff may have uploaded for the person. */
export async function blankNames(tx: Transaction, ids: number[]): Promise<void> {
  await exec(tx, sql`update documents set name = '' where id = any(${ids})`)
}

/** Those of them that name the person. */
export async function blankNamesAbout(
  tx: Transaction,
  ids: number[],
  person: KnownPerson,
): Promise<void> {
  const files = await many<{ id: number; name: string }>(
    tx,
    sql`select id, name from documents where id = any(${ids}) and name <> ''`,
  )
  const about = files.filter(({ name }) => mayNamePerson(name, person))
  await blankNames(
    tx,
    about.map(({ id }) => id),
  )
}
