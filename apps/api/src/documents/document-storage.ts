import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { ReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import type { StorageLocation } from '../config/storage-location.ts'
import type { Database } from '../db/client.ts'
import { diskAt, linkAndSync, listNames, writeAndSync } from '../storage/disk.ts'
import type { ReceivedFile } from './receive-file.ts'
import { notStored, StorageError } from './storage-error.ts'

/** The bytes of the documents (`DOCUMENTS_URL`); the database has their metadata. */
export interface DocumentStorage {
  /** Returns once the bytes survive a power cut. @throws {StorageError} */
  write: (
    key: string,
    file: Pick<ReceivedFile, 'read' | 'path' | 'size' | 'sha256'>,
  ) => Promise<void>
  /** @throws {StorageError} */
  read: (key: string) => Promise<Readable>
  /** @throws {StorageError} when the storage does not answer */
  exists: (key: string) => Promise<boolean>
  /** The keys of all files, some at a time, in no order. @throws {StorageError} */
  keys: () => AsyncGenerator<string[]>
  /** Succeeds for a missing key too. @throws {StorageError} */
  remove: (key: string) => Promise<void>
  /** Writes, reads and removes a test file. @throws when that fails */
  check: () => Promise<void>
}

export function documentStorageAt(location: StorageLocation): DocumentStorage {
  const disk = diskAt(location)
  const storage: DocumentStorage = {
    write: async (key, { read, path, size, sha256 }) => {
      try {
        if (location.kind === 'folder') {
          const { folder } = location
          return await (path ? linkAndSync(folder, key, path) : writeAndSync(folder, key, read()))
        }
        // The bucket refuses bytes that do not match the checksum.
        const checksum = Buffer.from(sha256, 'hex').toString('base64')
        await (await disk()).putStream(key, read(), {
          contentLength: size,
          ChecksumSHA256: checksum,
        })
      } catch (error) {
        throw notStored(error)
      }
    },
    read: async (key) => {
      try {
        const stream = await (await disk()).getStream(key)
        // A file stream reports a missing file only when it opens.
        if (stream instanceof ReadStream) await once(stream, 'open')
        return stream
      } catch (error) {
        throw new StorageError(documentMessages.notRead, error)
      }
    },
    exists: async (key) => {
      try {
        return await (await disk()).exists(key)
      } catch (error) {
        throw new StorageError(documentMessages.notRead, error)
      }
    },
    keys: () => listNames(location),
    remove: async (key) => {
      try {
        await (await disk()).delete(key)
      } catch (error) {
        throw notStored(error)
      }
    },
    check: async () => {
      if (location.kind === 'folder') await mkdir(location.folder, { recursive: true, mode: 0o700 })
      const key = `check-${randomUUID()}`
      await (await disk()).put(key, 'ok')
      await (await disk()).get(key)
      await (await disk()).delete(key)
    },
  }
  return storage
}

export interface DocumentServices {
  db: Database
  storage: DocumentStorage
}
