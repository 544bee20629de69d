import type { Queryable } from '../../db/client.ts'
import {
  listDocumentKeys,
  listStoredDocuments,
  type StoredFile,
} from '../../documents/documents-store.ts'
import { listExportKeys, listStoredExports } from '../../imports/uploads-store.ts'

// Every table whose rows have a file in the storage of `DOCUMENTS_URL`.
const lists = [listStoredDocuments, listStoredExports]
const knownKeys = [listDocumentKeys, listExportKeys]

/** As the portal names its files. */
const KEY = /^[0-9a-f]{40}$/

const PAGE = 500

export function isFileKey(name: string): boolean {
  return KEY.test(name)
}

/** Every file that must be there, in constant memory and without a long transaction of its own. */
export async function* storedFiles(db: Queryable): AsyncGenerator<StoredFile> {
  for (const list of lists) {
    let after = 0
    for (;;) {
      const page = await list(db, after, PAGE)
      yield* page
      if (page.length < PAGE) break
      after = page.at(-1)?.id ?? after
    }
  }
}

/** Those of these keys that no row has. */
export async function listUnknownKeys(db: Queryable, keys: string[]): Promise<string[]> {
  const known = new Set<string>()
  for (const list of knownKeys) for (const key of await list(db, keys)) known.add(key)
  return keys.filter((key) => !known.has(key))
}

/** Whether the row of this file is still there, and its file must be. */
export async function isStillStored(db: Queryable, { id, key }: StoredFile): Promise<boolean> {
  for (const list of lists) {
    const [found] = await list(db, id - 1, 1)
    if (found?.key === key) return true
  }
  return false
}
