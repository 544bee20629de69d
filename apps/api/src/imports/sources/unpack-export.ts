import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { headOf, packingOf, unpackedUpTo } from '../../files/read-file.ts'
import { UnreadableExport } from '../../files/unreadable-export.ts'
import { isDiskError, isOfficePackage } from '../../files/xlsx-package.ts'
import { isLeftover, openZip, type ZippedFile } from '../../files/zip-file.ts'
import { csvFolder } from './csv-folder.ts'
import type { ExportSource } from './export-source.ts'
import { refuseForeignFile } from './foreign-file.ts'
import { ndjsonFile } from './ndjson-file.ts'
import { workbook } from './workbook.ts'

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

interface Upload {
  /** As messages and the history of loads call it. */
  name: string
  /** For the files of a zip. */
  folder: string
  /** The limit of all unpacked bytes. */
  maxBytes: number
}

/**
 * The export in an uploaded file; the content tells what it is. A zip is unpacked into `folder` under names of
 * its own: no name in it becomes a path. @throws {UnreadableExport}
 */
export async function unpackExport(
  file: string,
  { name, folder, maxBytes }: Upload,
): Promise<ExportSource> {
  await refuseForeignFile(file)
  if (packingOf(await headOf(file)) !== 'zip') return ndjsonFile(file, { name, maxBytes })
  if (await isOfficePackage(file)) return workbook(file, { name, maxBytes })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const zip = await openZip(file, 'El archivo')
  try {
    const seen = await unpackFiles(zip.files, folder, maxBytes)
    return seen.has('export.ndjson')
      ? ndjsonFile(join(folder, 'export.ndjson'), { name })
      : csvFolder(folder, name)
  } catch (error) {
    if (error instanceof UnreadableExport || isDiskError(error)) throw error
    throw new UnreadableExport('El archivo está dañado o no es lo que dice ser.', { cause: error })
  } finally {
    zip.close()
  }
}

/** @returns the files that are read, of one of the two forms */
async function unpackFiles(
  files: AsyncIterable<ZippedFile>,
  folder: string,
  maxBytes: number,
): Promise<Set<string>> {
  const unpacked = unpackedUpTo(maxBytes)
  const seen = new Set<string>()
  let entries = 0
  for await (const { path, open } of files) {
    entries += 1
    if (entries > MAX_ENTRIES) throw new UnreadableExport('El zip trae demasiados archivos.')
    const name = knownName(path)
    if (name === null) continue
    if (seen.has(name)) throw new UnreadableExport(`El zip trae ${name} más de una vez.`)
    seen.add(name)
    await pipeline(
      await open(),
      (bytes) => unpacked(bytes, path),
      createWriteStream(join(folder, name), { mode: 0o600 }),
    )
  }
  if (seen.has('export.ndjson') && seen.size > 1) {
    throw new UnreadableExport('El zip debe traer un archivo .ndjson o los CSV, no ambos.')
  }
  if (seen.has('export.ndjson')) return seen
  if (seen.size === 0) {
    throw new UnreadableExport('El zip no trae un archivo .ndjson ni los CSV.')
  }
  const missing = folderFiles.filter((name) => !seen.has(name))
  if (missing.length === 0) return seen
  throw new UnreadableExport(`Al zip le falta ${missing.join(', ')}.`)
}

/** Our own name of a file that is read, whatever folder of the zip it is in. */
function knownName(path: string): string | null {
  if (isLeftover(path)) return null
  const name = posix.basename(path).toLowerCase()
  if (name.endsWith('.ndjson')) return 'export.ndjson'
  return folderFiles.includes(name) ? name : null
}
