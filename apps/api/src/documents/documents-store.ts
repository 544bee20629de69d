import type { Database, Transaction } from '../db/client.ts'
import { exec, many, one, type SQL, sql } from '../db/query.ts'

export async function insertArriving(
  db: Database,
  document: { storageKey: string; name: string; type: string; uploadedBy: number },
): Promise<number> {
  const { storageKey, name, type, uploadedBy } = document
  const { id } = await one<{ id: number }>(
    db,
    sql`insert into documents ${sql.insert({ storageKey, name, type, uploadedBy })} returning id`,
  )
  return id
}

/** False when it took so long that it was cleared away meanwhile. */
export async function markStored(
  tx: Transaction,
  id: number,
  { size, sha256 }: { size: number; sha256: string },
): Promise<boolean> {
  const kept = await exec(
    tx,
    sql`update documents set state = 'kept', size = ${size}, sha256 = ${sha256}
      where id = ${id} and state = 'arriving'`,
  )
  return kept === 1
}

/** Bytes of all that this person uploaded in the last day; what still arrives counts in full. */
export async function bytesOfLastDay(
  db: Database,
  userId: number,
  whileArriving: number,
): Promise<number> {
  const { bytes } = await one<{ bytes: number }>(
    db,
    sql`select coalesce(sum(
          case when state = 'arriving' then ${whileArriving}::bigint else size end), 0)::bigint
        as bytes
      from documents
      where uploaded_by = ${userId} and created_at > now() - interval '1 day'`,
  )
  return bytes
}

export interface Leaving {
  id: number
  storageKey: string
}

/** Of these, those that belong to nothing leave: nobody can attach them any more. */
export function markUnattached(tx: Transaction, ids: number[]): Promise<void> {
  return markLeaving(tx, sql`id = any(${ids})`)
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
  await exec(tx, sql`update documents set state = 'leaving' where state = 'arriving' and ${which}`)
  await exec(
    tx,
    sql`update documents set state = 'leaving' where state = 'kept' and ${which} and not exists (
      select from request_documents where request_documents.document_id = documents.id)`,
  )
}

/** All that leave, or those of these; in the order of their ids. */
export function listLeaving(db: Database, ids?: number[]): Promise<Leaving[]> {
  const which = ids ? sql`id = any(${ids})` : null
  return many<Leaving>(
    db,
    sql`select id, storage_key from documents where ${sql.and(sql`state = 'leaving'`, which)}
      order by id`,
  )
}

/** Its bytes are gone. */
export async function deleteLeaving(db: Database, id: number): Promise<void> {
  await exec(db, sql`delete from documents where id = ${id} and state = 'leaving'`)
}
