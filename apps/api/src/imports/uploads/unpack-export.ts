import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { BYTES_PER_MB } from '@carpeta/domain/requests/document-rules'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { UnreadableExport } from '../sources/export-source.ts'

const GZIP = Buffer.from([0x1f, 0x8b])
const ZIP = Buffer.from('PK\u0003\u0004')
/** Far more than the folder form has. */
const MAX_ENTRIES = 100

/** The files of the folder form; a zip may have others, which are not unpacked. */
const folderFiles = [
  'corte.json',
  'ventas.csv',
  'cuotas.csv',
  'pagos.csv',
  'compromisos.csv',
  'seguimiento.csv',
]

export interface UnpackedExport {
  kind: 'ndjson' | 'folder'
  path: string
}

/**
 * Unpacks an uploaded file into `folder` under names of its own: no name in the file becomes a path.
 * The content tells what it is. @throws {UnreadableExport}
 */
export async function unpackExport(
  file: string,
  folder: string,
  maxBytes: number,
): Promise<UnpackedExport> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const limit = limitOf(maxBytes)
  const head = await headOf(file)
  try {
    if (head.equals(ZIP)) return await unpackZip(file, folder, limit)
    if (!head.subarray(0, GZIP.length).equals(GZIP)) return { kind: 'ndjson', path: file }
    const path = join(folder, 'export.ndjson')
    await pipeline(createReadStream(file), createGunzip(), limit(), createWriteStream(path))
    return { kind: 'ndjson', path }
  } catch (error) {
    if (error instanceof UnreadableExport || isDiskError(error)) throw error
    throw new UnreadableExport('El archivo está dañado o no es lo que dice ser.', { cause: error })
  }
}

async function unpackZip(
  file: string,
  folder: string,
  limit: () => Transform,
): Promise<UnpackedExport> {
  const zip = await openPromise(file, { lazyEntries: true, strictFileNames: true })
  const seen = new Set<string>()
  let entries = 0
  for await (const entry of zip.eachEntry()) {
    entries += 1
    if (entries > MAX_ENTRIES) throw new UnreadableExport('El zip trae demasiados archivos.')
    const name = knownName(entry)
    if (name === null) continue
    if (seen.has(name)) throw new UnreadableExport(`El zip trae ${name} más de una vez.`)
    seen.add(name)
    await unpackEntry(zip, entry, { path: join(folder, name), limit })
  }
  if (seen.has('export.ndjson') && seen.size > 1) {
    throw new UnreadableExport('El zip debe traer un archivo .ndjson o los CSV, no ambos.')
  }
  if (seen.has('export.ndjson')) return { kind: 'ndjson', path: join(folder, 'export.ndjson') }
  if (seen.size === 0) {
    throw new UnreadableExport('El zip no trae un archivo .ndjson ni los CSV.')
  }
  const missing = folderFiles.filter((name) => !seen.has(name))
  if (missing.length === 0) return { kind: 'folder', path: folder }
  throw new UnreadableExport(`Al zip le falta ${missing.join(', ')}.`)
}

async function unpackEntry(
  zip: ZipFile,
  entry: Entry,
  { path, limit }: { path: string; limit: () => Transform },
): Promise<void> {
  if (entry.isEncrypted()) throw new UnreadableExport('El zip tiene contraseña.')
  const content: Readable = await zip.openReadStreamPromise(entry)
  await pipeline(content, limit(), createWriteStream(path, { mode: 0o600 }))
}

/** Our own name of an entry that is read, whatever folder of the zip it is in. */
function knownName({ fileName }: Entry): string | null {
  const name = posix.basename(fileName).toLowerCase()
  if (fileName.endsWith('/') || fileName.startsWith('__MACOSX/')) return null
  if (name.endsWith('.ndjson')) return 'export.ndjson'
  return folderFiles.includes(name) ? name : null
}

/** Counts what is written, since the sizes that a file states may be false. */
function limitOf(maxBytes: number): () => Transform {
  let written = 0
  const megabytes = Math.round(maxBytes / BYTES_PER_MB)
  return () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        written += chunk.length
        if (written <= maxBytes) return done(null, chunk)
        done(new UnreadableExport(`El archivo descomprimido pesa más de ${megabytes} MB.`))
      },
    })
}

async function headOf(file: string): Promise<Buffer> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(ZIP.length) })
  return buffer.subarray(0, bytesRead)
}

/** The machine's fault, not the file's. */
function isDiskError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))
}
