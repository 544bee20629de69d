import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { ReadStream } from 'node:fs'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { S3Client } from '@aws-sdk/client-s3'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { S3Driver } from 'flydrive/drivers/s3'
import type { StorageLocation } from '../config/storage-location.ts'
import type { ReceivedFile } from './receive-file.ts'
import { notStored, StorageError } from './storage-error.ts'

/** The bytes of the documents (`DOCUMENTS_URL`); the database has their metadata. */
export interface DocumentStorage {
  /** Returns once the bytes survive a power cut. @throws {StorageError} */
  write: (key: string, file: Pick<ReceivedFile, 'read' | 'size' | 'sha256'>) => Promise<void>
  /** @throws {StorageError} */
  read: (key: string) => Promise<Readable>
  /** Succeeds for a missing key too. @throws {StorageError} */
  remove: (key: string) => Promise<void>
  /** Writes, reads and removes a test file. @throws when that fails */
  check: () => Promise<void>
}

export function documentStorageAt(location: StorageLocation): DocumentStorage {
  const disk = location.kind === 'folder' ? folderDisk(location) : bucketDisk(location)
  const storage: DocumentStorage = {
    write: async (key, { read, size, sha256 }) => {
      try {
        if (location.kind === 'folder') return await writeAndSync(location.folder, key, read())
        // The bucket refuses bytes that do not match the checksum.
        const checksum = Buffer.from(sha256, 'hex').toString('base64')
        await disk.putStream(key, read(), { contentLength: size, ChecksumSHA256: checksum })
      } catch (error) {
        throw notStored(error)
      }
    },
    read: async (key) => {
      try {
        const stream = await disk.getStream(key)
        // A file stream reports a missing file only when it opens.
        if (stream instanceof ReadStream) await once(stream, 'open')
        return stream
      } catch (error) {
        throw new StorageError(documentMessages.notRead, error)
      }
    },
    remove: async (key) => {
      try {
        await disk.delete(key)
      } catch (error) {
        throw notStored(error)
      }
    },
    check: async () => {
      if (location.kind === 'folder') await mkdir(location.folder, { recursive: true, mode: 0o700 })
      const key = `check-${randomUUID()}`
      await disk.put(key, 'ok')
      await disk.get(key)
      await disk.delete(key)
    },
  }
  return storage
}

/** The total timeout of a call, in multiples of its inactivity timeout. */
const TOTAL_TIMEOUT_FACTOR = 4

const silentLogger = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

function folderDisk({ folder }: { folder: string }): Disk {
  return new Disk(new FSDriver({ location: folder, visibility: 'private' }))
}

function bucketDisk(location: Extract<StorageLocation, { kind: 'bucket' }>): Disk {
  const { bucket, region, endpoint, credentials, timeoutMs } = location
  const client = new S3Client({
    region,
    ...(credentials ? { credentials } : {}),
    // Self-hosted servers seldom have a host name for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Older servers do not support the newer checksums; SHA-256 is sent explicitly.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3000,
      // For inactivity; `requestTimeout` limits a server that sends a byte now and then.
      socketTimeout: timeoutMs,
      requestTimeout: TOTAL_TIMEOUT_FACTOR * timeoutMs,
      throwOnRequestTimeout: true,
    },
    maxAttempts: 2,
    // Errors are logged with the request that fails.
    logger: silentLogger,
  })
  return new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))
}

/**
 * Writes a file and syncs it to the disk. Flydrive does not sync, and reports a full disk like any
 * other error.
 */
async function writeAndSync(folder: string, key: string, content: Readable): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, key)
  await using file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } catch (error) {
    // A full disk needs the space now; the job removes what stays.
    await unlink(path).catch(() => {})
    throw error
  }
  await using entries = await open(folder, 'r')
  await entries.sync()
}
