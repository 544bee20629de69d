import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, posix } from 'node:path'
import type { Readable } from 'node:stream'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import {
  documentImportMessages,
  importPathProblem,
  MAX_IMPORTED_FILES,
} from '@carpeta/domain/member-documents/document-import-rules'
import { BYTES_PER_MB } from '@carpeta/domain/requests/document-rules'
import { headOf, packingOf } from '../files/read-file.ts'
import { cut, statExport, UnreadableExport } from '../files/unreadable-export.ts'
import { isLeftover, openZip } from '../files/zip-file.ts'

export interface ImportedFile {
  /** Below the folder or inside the zip, with `/`; never a path on this machine. */
  path: string
  /** Why it cannot be read, by its name; its `path` is for people then. */
  problem: Refusal | null
  /** Bytes, as folder or zip say. */
  size: number
  /** @throws {UnreadableExport} for a compression that is not read */
  open: () => Promise<Readable>
}

/** The files of a folder or a zip, whose contents are read one by one. */
export interface ImportSource extends AsyncDisposable {
  name: string
  files: ImportedFile[]
}

/** `maxBytes` limits what a zip has unpacked. @throws {UnreadableExport} */
export async function openImportSource(
  path: string,
  { name = basename(path), maxBytes }: { name?: string; maxBytes: number },
): Promise<ImportSource> {
  const found = await statExport(path, name)
  const isZip = !found.isDirectory() && packingOf(await headOf(path)) === 'zip'
  if (!found.isDirectory() && !isZip) {
    throw new UnreadableExport(`${name} no es una carpeta ni un zip.`)
  }
  const source = found.isDirectory()
    ? await folderAt(path, name)
    : await zipAt(path, { name, maxBytes })
  try {
    if (source.files.length === 0) throw unreadable(name, documentImportMessages.empty.text)
    return Object.assign(source, { files: withoutRepeated(source.files) })
  } catch (error) {
    await source[Symbol.asyncDispose]()
    throw error
  }
}

async function folderAt(folder: string, name: string): Promise<ImportSource> {
  const files: ImportedFile[] = []
  for await (const path of pathsIn(folder)) {
    const file = join(folder, path)
    add(files, name, {
      path,
      // The disk has no file of such a name: it is in other bytes.
      size: importPathProblem(path) === null ? (await stat(file)).size : 0,
      open: async () => createReadStream(file),
    })
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { name, files, [Symbol.asyncDispose]: async () => {} }
}

/** The paths of all files, and of folders whose names are no text. @throws {UnreadableExport} */
async function* pathsIn(root: string, below = ''): AsyncGenerator<string> {
  const folder = join(root, below)
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new UnreadableExport(`No se puede leer la carpeta ${folder}.`, { cause })
  })
  for (const entry of entries) {
    const path = posix.join(below, entry.name)
    if (isLeftover(path)) continue
    if (entry.isFile() || importPathProblem(path) !== null) yield path
    else if (entry.isDirectory()) yield* pathsIn(root, path)
  }
}

async function zipAt(
  file: string,
  { name, maxBytes }: { name: string; maxBytes: number },
): Promise<ImportSource> {
  const zip = await openZip(file, name)
  const files: ImportedFile[] = []
  let total = 0
  try {
    for await (const { path, size, open } of zip.files) {
      if (isLeftover(path)) continue
      total += size
      if (total > maxBytes) {
        const megabytes = Math.round(maxBytes / BYTES_PER_MB)
        throw unreadable(name, documentImportMessages.unpackedTooLarge(megabytes).text)
      }
      // It may fail before anybody reads it; who does gets the error.
      add(files, name, { path, size, open: async () => (await open()).on('error', () => {}) })
    }
  } catch (error) {
    zip.close()
    throw error
  }
  return { name, files, [Symbol.asyncDispose]: async () => zip.close() }
}

function add(files: ImportedFile[], name: string, file: Omit<ImportedFile, 'problem'>): void {
  if (files.length >= MAX_IMPORTED_FILES) {
    throw unreadable(name, documentImportMessages.tooMany.text)
  }
  const problem = importPathProblem(file.path)
  const path = problem === null ? file.path.normalize('NFC') : visiblePath(file.path)
  files.push({ ...file, path, problem })
}

/** A zip may have two files with one path, or with one path whose accents are written in two ways: neither is read. */
function withoutRepeated(files: ImportedFile[]): ImportedFile[] {
  const readable = Map.groupBy(
    files.filter(({ problem }) => problem === null),
    ({ path }) => path,
  )
  return files.flatMap((file) => {
    const [first, ...others] = readable.get(file.path) ?? []
    if (file.problem !== null || others.length === 0) return file
    return file === first ? { ...file, problem: documentImportMessages.samePath } : []
  })
}

const MAX_SHOWN = 300

/** As lists and files of rejects show it: the database takes no NUL. */
export function visiblePath(path: string): string {
  return cut(path, MAX_SHOWN).replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD')
}

export function unreadable(name: string, why: string): UnreadableExport {
  return new UnreadableExport(`${name}: ${why}.`)
}
