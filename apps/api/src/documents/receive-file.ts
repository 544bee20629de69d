import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  BYTES_PER_MB,
  documentMessages,
  MAX_FILE_MB,
  MAX_UPLOADED_MB_A_DAY,
} from '@carpeta/domain/requests/document-rules'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { Throttled } from '../http/errors.ts'
import { type IncomingFile, readUpload } from '../http/read-upload.ts'
import { openIncoming } from '../storage/incoming.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { bytesOfLastDay } from './documents-store.ts'
import { notStored } from './storage-error.ts'

const BATCH_BYTES = 256 * 1024

/** A completely received file that is not stored yet. Disposing deletes its temporary file. */
export interface ReceivedFile extends AsyncDisposable {
  name: string
  /** Bytes. */
  size: number
  sha256: string
  read: () => Readable
  /** Its temporary file; a file that the portal made has none. */
  path?: string | undefined
  /** Some of its bytes; fewer at the end of the file. */
  bytesAt: (offset: number, length: number) => Promise<Buffer>
}

/**
 * Writes an incoming file to the disk in constant memory. A job deletes the temporary file of a process that
 * was killed.
 * @throws {StorageError}
 */
export async function receiveFile(
  { name, content }: IncomingFile,
  config: Pick<Config, 'dataDir'>,
): Promise<ReceivedFile> {
  const { handle, path } = await openTemporary(config)
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunks of inBatches(content)) {
      for (const chunk of chunks) hash.update(chunk)
      size += await write(handle, chunks)
    }
    const readers: Readable[] = []
    return {
      name: cleanName(name),
      path,
      size,
      sha256: hash.digest('hex'),
      read: () => {
        const reader = handle.createReadStream({ start: 0, autoClose: false })
        readers.push(reader)
        return reader
      },
      bytesAt: async (offset, length) => {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      },
      [Symbol.asyncDispose]: async () => {
        // Closing would wait for open readers.
        for (const reader of readers) reader.destroy()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }

  async function close(): Promise<void> {
    await handle.close()
    await rm(path, { force: true })
  }
}

async function openTemporary(
  config: Pick<Config, 'dataDir'>,
): Promise<{ handle: FileHandle; path: string }> {
  try {
    const path = join(await openIncoming(config), `document-${randomUUID()}`)
    return { handle: await open(path, 'wx+', 0o600), path }
  } catch (error) {
    throw notStored(error)
  }
}

/** Batches writes: each one wakes a thread, which took a sixth of an upload's processor time. */
async function* inBatches(content: Readable): AsyncGenerator<Buffer[]> {
  let batch: Buffer[] = []
  let bytes = 0
  for await (const chunk of content) {
    batch.push(chunk)
    bytes += chunk.length
    if (bytes < BATCH_BYTES) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (bytes > 0) yield batch
}

/** @returns the number of bytes */
async function write(handle: FileHandle, chunks: Buffer[]): Promise<number> {
  const size = chunks.reduce((sum, { length }) => sum + length, 0)
  try {
    const { bytesWritten } = await handle.writev(chunks)
    // A disk that is becoming full takes a part.
    if (bytesWritten < size) await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
    return size
  } catch (error) {
    throw notStored(error)
  }
}

/** A file that the portal made, as if it had been received. */
export function fileInMemory(name: string, content: Buffer): ReceivedFile {
  return {
    name,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    read: () => Readable.from(content, { objectMode: false }),
    bytesAt: async (offset, length) => content.subarray(offset, offset + length),
    [Symbol.asyncDispose]: async () => {},
  }
}

const MAX_NAME_LENGTH = 255

/** Invisible characters that reverse text, so that `gpj.exe` could look like an image's name. */
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * The display name of an uploaded file: without path and invisible characters, at most 255
 * characters with its extension. It never names a file on the server.
 */
export function cleanName(fileName: string): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? ''
  // The end has the extension. Normalising more would take long: its time grows with the square of the accents.
  const visible = base
    .slice(-2 * MAX_NAME_LENGTH)
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .replace(directionMarks, '')
    .trim()
  return shorten(visible.toWellFormed())
}

function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= MAX_NAME_LENGTH) return name
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  return characters.slice(0, MAX_NAME_LENGTH - [...extension].length).join('') + extension
}

interface Services {
  db: Database
  config: Config
  limits: RateLimits
}

interface Upload {
  /** Null when the call brought none. */
  file: ReceivedFile | null
  fields: Record<string, string>
}

/** Receives the file of a call for `use`, which stores it or not. @throws {Throttled} · what `readUpload` throws */
export async function receiveUpload<Answer>(
  services: Services,
  { caller, request }: { caller: SignedInCaller; request: Parameters<typeof readUpload>[0] },
  use: (upload: Upload) => Promise<Answer>,
  limits?: Parameters<typeof readUpload>[2],
): Promise<Answer> {
  await refuseTooManyUploads(services, caller)
  const receive = (incoming: IncomingFile) => receiveFile(incoming, services.config)
  const { file: received, fields } = await readUpload(request, receive, limits)
  await using file = received
  return await use({ file, fields })
}

const MAX_FILE_BYTES = MAX_FILE_MB * BYTES_PER_MB
const RETRY_AFTER_SECONDS = 3600

/** Runs before the file is received. @throws {Throttled} */
async function refuseTooManyUploads(
  { db, limits }: { db: Database; limits: RateLimits },
  { id }: SignedInCaller,
): Promise<void> {
  const isWithinRate = await limits.uploads.tryConsume(String(id))
  if (!isWithinRate) throw new Throttled(RETRY_AFTER_SECONDS, documentMessages.tooManyToday)
  await refuseBeyondQuota({ db }, { id }, MAX_FILE_BYTES)
}

/** Runs before so many bytes of the user are stored. @throws {Throttled} */
export async function refuseBeyondQuota(
  { db }: { db: Database },
  { id }: Pick<SignedInCaller, 'id'>,
  moreBytes: number,
): Promise<void> {
  const bytes = (await bytesOfLastDay(db, id, MAX_FILE_BYTES)) + moreBytes
  if (bytes > MAX_UPLOADED_MB_A_DAY * BYTES_PER_MB) {
    throw new Throttled(RETRY_AFTER_SECONDS, documentMessages.tooManyToday)
  }
}
