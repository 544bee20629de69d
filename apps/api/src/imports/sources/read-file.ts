import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { UnreadableExport } from './export-source.ts'

const GZIP = Buffer.from([0x1f, 0x8b])

export interface ReadFile {
  /** The content, unpacked where it is gzipped. */
  bytes: AsyncIterable<Buffer>
  digest: Hash
  progress: () => number
  close: () => void
}

/** Streams a file; gzip is told by the content. @throws {UnreadableExport} */
export async function readFile(path: string): Promise<ReadFile> {
  const { size, isGzipped } = await inspect(path)
  if (!isGzipped && path.endsWith('.gz')) throw damaged(path)
  const digest = createHash('sha256')
  let read = 0
  const file = createReadStream(path)
  file.on('data', (chunk) => {
    digest.update(chunk)
    read += chunk.length
  })
  const bytes = isGzipped ? file.pipe(createGunzip()) : file
  file.on('error', (error) => bytes.destroy(error))
  return {
    bytes: readable(bytes, path),
    digest,
    progress: () => (size === 0 ? 1 : read / size),
    close: () => {
      file.destroy()
      bytes.destroy()
    },
  }
}

async function inspect(path: string): Promise<{ size: number; isGzipped: boolean }> {
  try {
    const { size } = await stat(path)
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(GZIP.length) })
    return { size, isGzipped: bytesRead === GZIP.length && buffer.equals(GZIP) }
  } catch (error) {
    throw new UnreadableExport(`No se puede leer el archivo ${path}.`, { cause: error })
  }
}

async function* readable(bytes: Readable, path: string): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    throw damaged(path, error)
  }
}

function damaged(path: string, cause?: unknown): UnreadableExport {
  const sentence = `No se puede leer el archivo ${path}: está dañado o no es lo que dice ser.`
  return new UnreadableExport(sentence, { cause })
}
