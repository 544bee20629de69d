import type { Transaction } from '../db/client.ts'
import { exec, sql } from '../db/query.ts'
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
