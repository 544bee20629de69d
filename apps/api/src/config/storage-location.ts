import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from './usage-error.ts'

export type StorageLocation =
  | { kind: 'folder'; folder: string }
  | {
      kind: 'bucket'
      bucket: string
      region: string
      /** Null is Amazon's own. */
      endpoint: string | null
      /** Null leaves them to the AWS libraries: AWS_* or the machine's role. */
      credentials: { accessKeyId: string; secretAccessKey: string } | null
      /** Milliseconds without an answer until it counts as unavailable. */
      timeoutMs: number
    }

const parameters = ['region', 'endpoint', 'key', 'secret', 'timeout']

/** Parses `DOCUMENTS_URL` and `AUDIT_ANCHOR_URL`; null when it is not valid. */
function readStorageLocation(
  text: string,
  env: { AWS_REGION?: string | undefined },
): StorageLocation | null {
  if (/^file:\/\//.test(text)) return URL.canParse(text) ? folderAt(text) : null
  const path = /^file:(.+)$/.exec(text)?.[1]
  if (path) return { kind: 'folder', folder: resolve(path) }
  return URL.canParse(text) ? bucketAt(new URL(text), env) : null
}

/** @throws {ConfigError} naming the setting */
export function requireStorageLocation(
  setting: string,
  given: string,
  env: NodeJS.ProcessEnv,
): StorageLocation {
  const location = readStorageLocation(given, env)
  if (location) return location
  throw new ConfigError(
    `${setting} no es válida: use file:CARPETA, o s3://BUCKET?region=REGIÓN y, si hacen falta, endpoint, key, secret y timeout (segundos). Ver docs/operations.md.`,
  )
}

function folderAt(url: string): StorageLocation | null {
  try {
    return { kind: 'folder', folder: fileURLToPath(url) }
  } catch {
    return null
  }
}

function bucketAt(url: URL, env: { AWS_REGION?: string | undefined }): StorageLocation | null {
  const { protocol, hostname, pathname, searchParams: given } = url
  if (protocol !== 's3:' || hostname === '' || pathname.length > 1) return null
  if ([...given.keys()].some((name) => !parameters.includes(name))) return null
  const endpoint = given.get('endpoint')
  if (endpoint !== null && !(URL.canParse(endpoint) && /^https?:/.test(endpoint))) return null
  const timeoutMs = readTimeout(given)
  const region = given.get('region') ?? env.AWS_REGION ?? (endpoint ? 'us-east-1' : null)
  const accessKeyId = given.get('key')
  const secretAccessKey = given.get('secret')
  if (!region || timeoutMs === null || (accessKeyId === null) !== (secretAccessKey === null))
    return null
  return {
    kind: 'bucket',
    bucket: hostname,
    region,
    endpoint,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    timeoutMs,
  }
}

const DEFAULT_TIMEOUT_SECONDS = 30

/** The `timeout` of a URL, given in seconds; null when it is not valid. */
export function readTimeout(given: URLSearchParams): number | null {
  const seconds = given.get('timeout') ?? String(DEFAULT_TIMEOUT_SECONDS)
  return /^[1-9]\d{0,2}$/.test(seconds) ? Number(seconds) * 1000 : null
}
