import type { WireSlotFile } from '@carpeta/contract/requests/request-schemas'
import type { Database, Transaction } from '../../db/client.ts'
import { exec, many, maybeOne, sql } from '../../db/query.ts'

/** A file of a required document that is not sent yet. */
export interface SlotFile extends WireSlotFile {
  storageKey: string
  /** See `documents.pixelBytes`. */
  pixelBytes: number
}

/** By required document, each in order. */
export function listSlotFiles(db: Database | Transaction, requestId: number): Promise<SlotFile[]> {
  return many<SlotFile>(
    db,
    sql`select id, name, size, type, position, storage_key, pixel_bytes
      from slot_files join documents on documents.id = document_id
      where request_id = ${requestId}
      order by position, place, id`,
  )
}

/** Adds the file after those that the required document has. */
export async function insertSlotFile(
  tx: Transaction,
  file: { requestId: number; documentId: number; position: number },
): Promise<void> {
  const { requestId, documentId, position } = file
  await exec(
    tx,
    sql`insert into slot_files (document_id, request_id, position, place)
      select ${documentId}, ${requestId}, ${position}, coalesce(max(place) + 1, 0)
      from slot_files where request_id = ${requestId} and position = ${position}`,
  )
}

export async function moveSlotFile(
  tx: Transaction,
  file: { documentId: number; position: number; place: number },
): Promise<void> {
  const { documentId, position, place } = file
  await exec(
    tx,
    sql`update slot_files set position = ${position}, place = ${place}
      where document_id = ${documentId}`,
  )
}

export async function deleteSlotFiles(tx: Transaction, documentIds: number[]): Promise<void> {
  await exec(tx, sql`delete from slot_files where document_id = any(${documentIds})`)
}

/** The request that has this file, not sent yet; null for any other document. */
export async function findRequestOfSlotFile(
  db: Database | Transaction,
  documentId: number,
): Promise<number | null> {
  const found = await maybeOne<{ requestId: number }>(
    db,
    sql`select request_id from slot_files where document_id = ${documentId}`,
  )
  return found?.requestId ?? null
}

/** A condition on `requests`: members chose files for it. */
export const hasSlotFiles = sql`exists (
  select from slot_files where slot_files.request_id = requests.id)`

/** A condition on `documents`: a member chose it for a request. */
export const isSlotFile = sql`exists (
  select from slot_files where slot_files.document_id = documents.id)`
