import { and, eq, type SQL, sql } from 'drizzle-orm'
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
export async function markKept(
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

export interface Doomed {
  id: number
  storageKey: string
}

/**
 * Two statements, for a document that becomes kept and attached between them is then seen to be so:
 * none is kept without being attached, and none that was detached is ever attached again.
 */
async function lockDoomed(tx: Transaction, which: SQL, limit: number): Promise<Doomed[]> {
  const arriving = await lockWhere(tx, sql`state = 'arriving' and ${which}`, limit)
  const detached = sql`state = 'kept' and not exists (
    select from request_documents where request_documents.document_id = documents.id)`
  return [...arriving, ...(await lockWhere(tx, sql`${detached} and ${which}`, limit))]
}

/** This one, held until it is gone, where it belongs to nothing. */
export function lockUnattached(tx: Transaction, id: number): Promise<Doomed[]> {
  return lockDoomed(tx, sql`id = ${id}`, 1)
}

/** What a kill left behind: bytes that never came, and documents that belong to nothing. */
export function lockForgotten(tx: Transaction, limit: number): Promise<Doomed[]> {
  return lockDoomed(
    tx,
    sql`created_at < now() - case state when 'arriving' then interval '1 hour' else interval '1 day' end`,
    limit,
  )
}

export async function deleteDocument(tx: Transaction, id: number): Promise<void> {
  await tx.delete(documents).where(eq(documents.id, id))
}

async function lockWhere(tx: Transaction, where: SQL, limit: number): Promise<Doomed[]> {
  const { rows } = await tx.execute<{ id: number; storage_key: string }>(sql`
    select id, storage_key from documents where ${where} limit ${limit} for update skip locked`)
  return rows.map((row) => ({ id: row.id, storageKey: row.storage_key }))
}
