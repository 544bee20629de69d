import { constants, copyFile, type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
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
  await createAndSync(folder, key, (file) => file.writeFile(content))
}

/** The same with the content of another file, whose bytes stay in the system. */
export async function copyAndSync(folder: string, key: string, source: string): Promise<void> {
  await createAndSync(folder, key, () =>
    // Where the file system can, both share their blocks.
    copyFile(source, join(folder, key), constants.COPYFILE_FICLONE),
  )
}

async function createAndSync(
  folder: string,
  key: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, key)
  await using file = await open(path, 'wx', 0o600)
  try {
    await write(file)
    await file.sync()
  } catch (error) {
    // A full disk needs the space now; the job removes what stays.
    await unlink(path).catch(() => {})
    throw error
  }
  await syncFolder(folder)
}

/** Makes new names in the folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  await using entries = await open(folder, 'r')
  await entries.sync()
}
