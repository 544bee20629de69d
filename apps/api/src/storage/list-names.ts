import { opendir } from 'node:fs/promises'
import type { StorageLocation } from '../config/storage-location.ts'
import { diskAt } from './disk.ts'

const PAGE = 1000

/** The names of all files of a folder or bucket, in constant memory; none where it does not exist yet. */
export async function* listNames(location: StorageLocation): AsyncGenerator<string[]> {
  if (location.kind === 'folder') yield* namesInFolder(location.folder)
  else yield* namesInBucket(location)
}

async function* namesInFolder(folder: string): AsyncGenerator<string[]> {
  let names: string[] = []
  try {
    for await (const entry of await opendir(folder)) {
      if (!entry.isFile()) continue
      names.push(entry.name)
      if (names.length < PAGE) continue
      yield names
      names = []
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  if (names.length > 0) yield names
}

async function* namesInBucket(location: StorageLocation): AsyncGenerator<string[]> {
  const disk = await diskAt(location)()
  let token: string | undefined
  do {
    const page = await disk.listAll('', token ? { paginationToken: token } : {})
    const names: string[] = []
    for (const entry of page.objects) if (entry.isFile) names.push(entry.name)
    if (names.length > 0) yield names
    token = page.paginationToken
  } while (token)
}
