import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { S3Driver } from 'flydrive/drivers/s3'
import type { StorageLocation } from '../config/storage-location.ts'

/** The folder or bucket of a setting. */
export function diskAt(location: StorageLocation): Disk {
  return location.kind === 'folder' ? folderDisk(location) : bucketDisk(location)
}

/** The total timeout of a call, in multiples of its inactivity timeout. */
const TOTAL_TIMEOUT_FACTOR = 4

const silentLogger = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

function folderDisk({ folder }: { folder: string }): Disk {
  return new Disk(new FSDriver({ location: folder, visibility: 'private' }))
}

type Bucket = Extract<StorageLocation, { kind: 'bucket' }>

function bucketDisk(location: Bucket): Disk {
  const client = clientOf(location)
  const { bucket } = location
  return new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))
}

const UPLOADED_PART_BYTES = 32 * 1024 * 1024

/**
 * Uploads content whose size is not known, in parts; 10,000 of them are 320 GB. The object appears
 * when all have arrived.
 */
export async function uploadToBucket(location: Bucket, key: string, content: Readable) {
  const { bucket } = location
  const client = clientOf(location)
  const params = { Bucket: bucket, Key: key, Body: content }
  await new Upload({ client, params, partSize: UPLOADED_PART_BYTES, queueSize: 1 }).done()
}

function clientOf({ region, endpoint, credentials, timeoutMs }: Bucket): S3Client {
  return new S3Client({
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
  await syncFolder(folder)
}

/** Makes new names in the folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  await using entries = await open(folder, 'r')
  await entries.sync()
}
