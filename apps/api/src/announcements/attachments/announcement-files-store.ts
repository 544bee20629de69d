import type { Database, Transaction } from '../../db/client.ts'
import { exec, many, maybeOne, scalar, sql } from '../../db/query.ts'

/** A condition on `documents`: an announcement has it. */
export const isAnnounced = sql`exists (
  select from announcement_files where announcement_files.document_id = documents.id)`

export interface StoredFile {
  id: number
  name: string
  type: string
  size: number
  storageKey: string
}

export function listFiles(
  db: Database | Transaction,
  announcementId: number,
): Promise<StoredFile[]> {
  return many<StoredFile>(
    db,
    sql`select documents.id, announcement_files.name, type, size, storage_key
      from announcement_files join documents on documents.id = document_id
      where announcement_id = ${announcementId} order by documents.id`,
  )
}

export function findFile(
  db: Database | Transaction,
  announcementId: number,
  documentId: number,
): Promise<StoredFile | null> {
  return maybeOne<StoredFile>(
    db,
    sql`select documents.id, announcement_files.name, type, size, storage_key
      from announcement_files join documents on documents.id = document_id
      where announcement_id = ${announcementId} and documents.id = ${documentId}`,
  )
}

export function countFiles(tx: Transaction, announcementId: number): Promise<number> {
  return scalar(
    tx,
    sql`select count(*) as total from announcement_files where announcement_id = ${announcementId}`,
  )
}

export async function attachFile(
  tx: Transaction,
  file: { announcementId: number; documentId: number; name: string },
): Promise<void> {
  await exec(tx, sql`insert into announcement_files ${sql.insert(file)}`)
}

/** The copy has the same documents. */
export async function copyFiles(tx: Transaction, from: number, to: number): Promise<void> {
  await exec(
    tx,
    sql`insert into announcement_files (announcement_id, document_id, name)
      select ${to}, document_id, name from announcement_files where announcement_id = ${from}`,
  )
}

export async function detachFile(
  tx: Transaction,
  announcementId: number,
  documentId: number,
): Promise<void> {
  await exec(
    tx,
    sql`delete from announcement_files
      where announcement_id = ${announcementId} and document_id = ${documentId}`,
  )
}

/** @returns the documents, of which a copy may still have some */
export async function detachFiles(tx: Transaction, announcementIds: number[]): Promise<number[]> {
  const detached = await many<{ documentId: number }>(
    tx,
    sql`delete from announcement_files where announcement_id = any(${announcementIds})
      returning document_id`,
  )
  return [...new Set(detached.map(({ documentId }) => documentId))]
}
