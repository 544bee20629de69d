import { copyFile, type FileHandle, link, mkdir, open, opendir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { StorageLocation } from '../config/storage-location.ts'

/** The folder or bucket of a setting, which opens at its first use. */
export function diskAt(location: StorageLocation): () => Promise<Disk> {
  let opened: Promise<Disk> | undefined
  return () => {
    opened ??= openDisk(location)
    return opened
  }
}

async function openDisk(location: StorageLocation): Promise<Disk> {
  if (location.kind === 'folder') return folderDisk(location)
  const { bucketDisk } = await import('./bucket-disk.ts')
  return bucketDisk(location)
}

function folderDisk({ folder }: { folder: string }): Disk {
  return new Disk(new FSDriver({ location: folder, visibility: 'private' }))
}

/**
 * Writes a new file and syncs it to the disk. Flydrive does not sync, and reports a full disk like any
 * other error.
 */
export async function writeAndSync(
  folder: string,
  key: string,
  content: Readable | string,
): Promise<void> {
  await createAndSync(folder, key, { write: (file) => file.writeFile(content) })
}

/**
 * The same with a complete file, which gets a second name without being written again. Where that is impossible,
 * the system copies it.
 */
export async function linkAndSync(folder: string, key: string, source: string): Promise<void> {
  try {
    const create = async (path: string) => {
      await link(source, path)
      return open(path, 'r+')
    }
    await createAndSync(folder, key, { create })
  } catch (error) {
    if (!isUnlinkable(error)) throw error
    await createAndSync(folder, key, { write: (_file, path) => copyFile(source, path) })
  }
}

interface NewFile {
  /** @throws where the name is taken */
  create?: (path: string) => Promise<FileHandle>
  write?: (file: FileHandle, path: string) => Promise<void>
}

async function createAndSync(
  folder: string,
  key: string,
  { create = (path) => open(path, 'wx', 0o600), write }: NewFile,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, key)
  await using file = await create(path)
  try {
    await write?.(file, path)
    await file.sync()
  } catch (error) {
    // A full disk needs the space now; the job removes the rest.
    await unlink(path).catch(() => {})
    throw error
  }
  await syncFolder(folder)
}

/** On another file system, or on one without links. */
function isUnlinkable(error: unknown): boolean {
  const codes = /^(EXDEV|EPERM|ENOTSUP|ENOSYS|EMLINK)$/
  return error instanceof Error && 'code' in error && codes.test(String(error.code))
}

/** Makes new names in the folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  await using entries = await open(folder, 'r')
  await entries.sync()
}

const PAGE = 1000

/** The names of all files of a folder or bucket, in constant memory; none if it does not exist yet. */
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
