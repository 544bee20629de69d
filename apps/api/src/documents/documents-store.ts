import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'
import { documents } from './documents-tables.ts'

export async function insertArriving(
  db: Database,
  document: { storageKey: string; name: string; type: string; uploadedBy: number },
): Promise<number> {
  const [row] = await db.insert(documents).values(document).returning({ id: documents.id })
  if (!row) throw new Error('no document was inserted')
  return row.id
}

/** False when it took so long that it was cleared away meanwhile. */
export async function markStored(
  tx: Transaction,
  id: number,
  { size, sha256 }: { size: number; sha256: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(documents)
    .set({ state: 'kept', size, sha256 })
    .where(and(eq(documents.id, id), eq(documents.state, 'arriving')))
  return rowCount === 1
}

/** Bytes of all that this person uploaded in the last day; what still arrives counts in full. */
export async function bytesOfLastDay(
  db: Database,
  userId: number,
  whileArriving: number,
): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select coalesce(sum(case when state = 'arriving' then ${whileArriving}::bigint else size end), 0)
      as bytes
    from documents
    where uploaded_by = ${userId} and created_at > now() - interval '1 day'`)
  return Number(rows[0]?.bytes ?? 0)
}

export interface Leaving {
  id: number
  storageKey: string
}

/** Of these, those that belong to nothing leave: nobody can attach them any more. */
export function markUnattached(tx: Transaction, ids: number[]): Promise<void> {
  return markLeaving(tx, inArray(documents.id, ids))
}

/** So does what a kill left behind: bytes that never came, and documents that belong to nothing. */
export function markErased(tx: Transaction): Promise<void> {
  return markLeaving(
    tx,
    sql`created_at < now() - case state when 'arriving' then interval '1 hour' else interval '1 day' end`,
  )
}

/**
 * Two statements, for a document that becomes kept and attached between them is then seen to be so:
 * none leaves that was attached, and none that was detached is ever attached again.
 */
async function markLeaving(tx: Transaction, which: SQL): Promise<void> {
  await tx.execute(
    sql`update documents set state = 'leaving' where state = 'arriving' and ${which}`,
  )
  await tx.execute(sql`
    update documents set state = 'leaving' where state = 'kept' and ${which} and not exists (
      select from request_documents where request_documents.document_id = documents.id)`)
}

/** All that leave, or those of these; in the order of their ids. */
export async function listLeaving(db: Database, ids?: number[]): Promise<Leaving[]> {
  return db
    .select({ id: documents.id, storageKey: documents.storageKey })
    .from(documents)
    .where(and(eq(documents.state, 'leaving'), ids && inArray(documents.id, ids)))
    .orderBy(asc(documents.id))
}

/** Its bytes are gone. */
export async function deleteLeaving(db: Database, id: number): Promise<void> {
  await db.delete(documents).where(and(eq(documents.id, id), eq(documents.state, 'leaving')))
}
