import type { Readable } from 'node:stream'
import { S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { StorageLocation } from '../config/storage-location.ts'

/** The total timeout of a call, in multiples of its inactivity timeout. */
const TOTAL_TIMEOUT_FACTOR = 4

const silentLogger = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

type Bucket = Extract<StorageLocation, { kind: 'bucket' }>

/** Loaded only where there is a bucket: the client of S3 takes 9 MB. */
export function bucketDisk(location: Bucket): Disk {
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
