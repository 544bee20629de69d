import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BYTES_PER_MB } from '@carpeta/domain/requests/document-rules'
import { shown, UnreadableExport } from './unreadable-export.ts'

const GZIP = Buffer.from([0x1f, 0x8b])
const ZIP = Buffer.from('PK\u0003\u0004')

/** The compression of a file, recognised by its first bytes. */
export function packingOf(head: Buffer): 'gzip' | 'zip' | null {
  if (head.subarray(0, GZIP.length).equals(GZIP)) return 'gzip'
  return head.subarray(0, ZIP.length).equals(ZIP) ? 'zip' : null
}

export async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(ZIP.length) })
  return buffer.subarray(0, bytesRead)
}

type UnpackedBytes = (bytes: AsyncIterable<Buffer>, name: string) => AsyncGenerator<Buffer>

/**
 * Passes on what comes out of an export, up to a limit for all its files: sizes that a file states may be
 * false. What is packed once more is refused. @throws {UnreadableExport}
 */
export function unpackedUpTo(maxBytes: number): UnpackedBytes {
  let total = 0
  return async function* unpackedBytes(bytes, name) {
    let head = Buffer.alloc(0)
    for await (const chunk of bytes) {
      if (head.length < ZIP.length) head = Buffer.concat([head, chunk.subarray(0, ZIP.length)])
      if (packingOf(head) !== null) {
        throw new UnreadableExport(
          `${shown(name)} está comprimido dos veces: debe estarlo una sola vez.`,
        )
      }
      total += chunk.length
      if (total > maxBytes) throw tooLarge(maxBytes)
      yield chunk
    }
  }
}

export function tooLarge(maxBytes: number): UnreadableExport {
  const megabytes = Math.round(maxBytes / BYTES_PER_MB)
  return new UnreadableExport(`El archivo descomprimido pesa más de ${megabytes} MB.`)
}

interface ReadFile {
  /** The content, unpacked where it is gzipped. */
  bytes: AsyncIterable<Buffer>
  digest: Hash
  progress: () => number
  close: () => void
}

/**
 * Streams a file; its first bytes tell gzip. Messages call it `name`; `maxBytes` limits the unpacked
 * content. @throws {UnreadableExport}
 */
export async function readFile(
  path: string,
  { name = path, maxBytes = Infinity }: { name?: string; maxBytes?: number } = {},
): Promise<ReadFile> {
  const { size, isGzipped } = await inspect(path, name)
  if (!isGzipped && path.endsWith('.gz')) throw damaged(name)
  const digest = createHash('sha256')
  let read = 0
  const file = createReadStream(path)
  file.on('data', (chunk) => {
    digest.update(chunk)
    read += chunk.length
  })
  // Unlike `pipe`, it closes the file when the reader stops early.
  const content = isGzipped ? pipeline(file, createGunzip(), () => {}) : file
  const bytes = readable(content, name)
  return {
    bytes: isGzipped ? unpackedUpTo(maxBytes)(bytes, name) : bytes,
    digest,
    progress: () => (size === 0 ? 1 : read / size),
    close: () => {
      file.destroy()
      content.destroy()
    },
  }
}

async function inspect(path: string, name: string): Promise<{ size: number; isGzipped: boolean }> {
  try {
    const { size } = await stat(path)
    return { size, isGzipped: packingOf(await headOf(path)) === 'gzip' }
  } catch (error) {
    throw new UnreadableExport(`No se puede leer el archivo ${name}.`, { cause: error })
  }
}

async function* readable(bytes: Readable, name: string): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    throw damaged(name, error)
  }
}

function damaged(name: string, cause?: unknown): UnreadableExport {
  const sentence = `No se puede leer el archivo ${name}: está dañado o no es lo que dice ser.`
  return new UnreadableExport(sentence, { cause })
}
