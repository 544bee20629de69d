import type { Queryable } from '../../db/client.ts'
import { many, sql } from '../../db/query.ts'
import type { StoredFile } from '../../documents/stored/stored-documents-store.ts'

/** The uploaded exports that are completely stored and not given up, after this one. */
export function listStoredExports(
  db: Queryable,
  after: number,
  limit: number,
): Promise<StoredFile[]> {
  return many<StoredFile>(
    db,
    sql`select id, storage_key as key, size, null as sha256 from uploaded_exports
      where storage_key is not null and not is_leaving and state <> 'arriving' and id > ${after}
      order by id limit ${limit}`,
  )
}

/** Those of these keys that an upload has, in any state. */
export async function listExportKeys(db: Queryable, keys: string[]): Promise<string[]> {
  const rows = await many<{ key: string }>(
    db,
    sql`select storage_key as key from uploaded_exports where storage_key = any(${keys})`,
  )
  return rows.map(({ key }) => key)
}
