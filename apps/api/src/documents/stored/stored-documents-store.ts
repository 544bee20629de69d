import type { Queryable } from '../../db/client.ts'
import { many, sql } from '../../db/query.ts'

/** A file outside the database, as the database describes it. */
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

/** Those of these keys that a document has, in any state. */
export async function listDocumentKeys(db: Queryable, keys: string[]): Promise<string[]> {
  const rows = await many<{ key: string }>(
    db,
    sql`select storage_key as key from documents where storage_key = any(${keys})`,
  )
  return rows.map(({ key }) => key)
}
