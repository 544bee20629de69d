import type { Database, Queryable, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, sql } from '../db/query.ts'

/** What refers to documents: each condition on `documents` is written by the module above that owns the reference. */
export interface DocumentUses {
  /** A document that none of them finds is removed. */
  isUsed: SQL[]
  /** Those that do not count towards the day's uploads of a person, since they come by the thousand. */
  isBulk: SQL
}

let uses: DocumentUses | undefined

/** Called where the modules are composed (`apps/api/src/document-uses.ts`). */
export function setDocumentUses(given: DocumentUses): void {
  uses = given
}

/** @throws where nobody said what refers to documents, rather than removing them all */
function documentUses(): DocumentUses {
  if (!uses) throw new Error('setDocumentUses was not called')
  return uses
}

export async function insertArriving(
  db: Database,
  document: {
    storageKey: string
    name: string
    type: string
    pixelBytes: number
    uploadedBy: number
  },
): Promise<number> {
  const { storageKey, name, type, pixelBytes, uploadedBy } = document
  const row = sql.insert({ storageKey, name, type, pixelBytes, uploadedBy })
  const { id } = await one<{ id: number }>(db, sql`insert into documents ${row} returning id`)
  return id
}

/** @returns false if the hourly job marked it for removal meanwhile */
export async function markStored(
  tx: Transaction,
  id: number,
  { size, sha256 }: { size: number; sha256: string },
): Promise<boolean> {
  const updated = await exec(
    tx,
    sql`update documents set state = 'kept', size = ${size}, sha256 = ${sha256}
      where id = ${id} and state = 'arriving'`,
  )
  return updated === 1
}

/** Bytes that the user uploaded in the last day, without those that come by the thousand. */
export async function bytesOfLastDay(
  db: Database,
  userId: number,
  /** Counted for each document that is still arriving. */
  arrivingBytes: number,
): Promise<number> {
  const { bytes } = await one<{ bytes: number }>(
    db,
    sql`select coalesce(sum(
          case when state = 'arriving' then ${arrivingBytes}::bigint else size end), 0)::bigint
        as bytes
      from documents
      where uploaded_by = ${userId} and created_at > now() - interval '1 day'
        and not ${documentUses().isBulk}`,
  )
  return bytes
}

/** Whether a page of it could not be drawn within the limits of time and memory. */
export async function isTooComplex(db: Database, id: number): Promise<boolean> {
  const document = await maybeOne<{ isTooComplex: boolean }>(
    db,
    sql`select is_too_complex from documents where id = ${id}`,
  )
  return document?.isTooComplex ?? false
}

export async function markTooComplex(db: Database, id: number): Promise<void> {
  await exec(db, sql`update documents set is_too_complex = true where id = ${id}`)
}

export interface Leaving {
  id: number
  storageKey: string
}

/** Marks the unattached ones among these documents as leaving, so that none can be attached. */
export function markUnattached(tx: Transaction, ids: number[]): Promise<void> {
  return markLeaving(tx, sql`id = any(${ids})`)
}

/** Marks incomplete uploads and unattached documents of processes that were killed. */
export function markOrphaned(tx: Transaction): Promise<void> {
  return markLeaving(
    tx,
    sql`created_at < now() - case state when 'arriving' then interval '1 hour' else interval '1 day' end`,
  )
}

const isUnattached = () =>
  sql.and(sql`state = 'kept'`, ...documentUses().isUsed.map((isUsed) => sql`not ${isUsed}`))

/**
 * Uses two statements, so that the second sees a document that is stored and attached after the
 * first. An attached document never leaves.
 */
async function markLeaving(tx: Transaction, which: SQL): Promise<void> {
  await exec(tx, sql`update documents set state = 'leaving' where state = 'arriving' and ${which}`)
  await exec(tx, sql`update documents set state = 'leaving' where ${isUnattached()} and ${which}`)
}

/** Stored documents of this user that nothing refers to. */
export async function listUnattached(tx: Transaction, userId: number): Promise<number[]> {
  const documents = await many<{ id: number }>(
    tx,
    sql`select id from documents where uploaded_by = ${userId} and ${isUnattached()}`,
  )
  return documents.map(({ id }) => id)
}

/** All leaving documents, or those among `ids`, by id. */
export function listLeaving(db: Database, ids?: number[]): Promise<Leaving[]> {
  const which = ids ? sql`id = any(${ids})` : null
  return many<Leaving>(
    db,
    sql`select id, storage_key from documents where ${sql.and(sql`state = 'leaving'`, which)}
      order by id`,
  )
}

/** Runs after the bytes are removed. */
export async function deleteLeaving(db: Database, id: number): Promise<void> {
  await exec(db, sql`delete from documents where id = ${id} and state = 'leaving'`)
}

/** The database's description of a file outside it. */
export interface StoredFile {
  id: number
  key: string
  /** Bytes. */
  size: number
  /** Null where the database has none. */
  sha256: string | null
}

/** The documents whose bytes are completely stored, after this one. */
export function listStoredDocuments(
  db: Queryable,
  after: number,
  limit: number,
): Promise<StoredFile[]> {
  return many<StoredFile>(
    db,
    sql`select id, storage_key as key, size, sha256 from documents
      where state = 'kept' and id > ${after} order by id limit ${limit}`,
  )
}

/** The keys among these that a document has, in any state. */
export async function listDocumentKeys(db: Queryable, keys: string[]): Promise<string[]> {
  const rows = await many<{ key: string }>(
    db,
    sql`select storage_key as key from documents where storage_key = any(${keys})`,
  )
  return rows.map(({ key }) => key)
}
