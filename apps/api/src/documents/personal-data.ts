import type { Transaction } from '../db/client.ts'
import { exec, sql } from '../db/query.ts'

/** Blanks the names of the files that the person uploaded. */
export async function erasePersonalData(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`update documents set name = '' where uploaded_by = ${userId}`)
}

/** Blanks the names of these files, which staff may have uploaded for the person. */
export async function blankNames(tx: Transaction, ids: number[]): Promise<void> {
  await exec(tx, sql`update documents set name = '' where id = any(${ids})`)
}
