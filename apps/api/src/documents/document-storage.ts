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
import { notKept, StorageError } from './storage-error.ts'

/** Where the bytes are (`DOCUMENTS_URL`); what they belong to is in the database. */
export interface DocumentStorage {
  /** Returns once they would survive a power cut. @throws {StorageError} */
  keep: (key: string, file: Pick<ReceivedFile, 'read' | 'size' | 'sha256'>) => Promise<void>
  /** @throws {StorageError} */
  read: (key: string) => Promise<Readable>
  /** Also one that is not there. @throws {StorageError} */
  remove: (key: string) => Promise<void>
  /** Whether it takes, gives and removes. @throws when it does not */
  check: () => Promise<void>
}

export function documentStorageAt(place: StorageLocation): DocumentStorage {
  const disk = place.kind === 'folder' ? folderDisk(place) : bucketDisk(place)
  const storage: DocumentStorage = {
    keep: async (key, { read, size, sha256 }) => {
      try {
        if (place.kind === 'folder') return await writeAndSync(place.folder, key, read())
        // A bucket refuses bytes that are not these.
        const checksum = Buffer.from(sha256, 'hex').toString('base64')
        await disk.putStream(key, read(), { contentLength: size, ChecksumSHA256: checksum })
      } catch (error) {
        throw notKept(error)
      }
    },
    read: async (key) => {
      try {
        const stream = await disk.getStream(key)
        // A folder's stream tells only later that there is nothing to read.
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
        throw notKept(error)
      }
    },
    check: async () => {
      if (place.kind === 'folder') await mkdir(place.folder, { recursive: true, mode: 0o700 })
      const key = `check-${randomUUID()}`
      await disk.put(key, 'ok')
      await disk.get(key)
      await disk.delete(key)
    },
  }
  return storage
}

/** What a call may take in all, as times of the silence that it may keep. */
const LONGEST = 4

const quiet = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

function folderDisk({ folder }: { folder: string }): Disk {
  return new Disk(new FSDriver({ location: folder, visibility: 'private' }))
}

function bucketDisk(place: Extract<StorageLocation, { kind: 'bucket' }>): Disk {
  const { bucket, region, endpoint, credentials, timeoutMs } = place
  const client = new S3Client({
    region,
    ...(credentials ? { credentials } : {}),
    // Servers of one's own seldom have a host name for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Older ones do not know the newer checksums; ours goes along anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3000,
      // Of silence; the other is for a bucket that sends now and then a byte.
      socketTimeout: timeoutMs,
      requestTimeout: LONGEST * timeoutMs,
      throwOnRequestTimeout: true,
    },
    maxAttempts: 2,
    // What goes wrong is told with the call that it spoilt.
    logger: quiet,
  })
  return new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))
}

/**
 * Until the disk itself has it, a file is only in the system's memory. Flydrive neither waits for
 * that nor tells a full disk from any other trouble.
 */
async function writeAndSync(folder: string, key: string, content: Readable): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, key)
  await using file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } catch (error) {
    // A disk that is full needs the room now; what stays is the job's to clear away.
    await unlink(path).catch(() => {})
    throw error
  }
  await using entries = await open(folder, 'r')
  await entries.sync()
}
