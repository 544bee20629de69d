import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import {
  documentImportMessages,
  MAX_IMPORTED_FILES,
} from '@carpeta/domain/member-documents/document-import-rules'
import { type Entry, openPromise } from 'yauzl'
import { UnreadableExport } from '../imports/sources/export-source.ts'
import { headOf, packingOf } from '../imports/sources/read-file.ts'

export interface ImportedFile {
  /** Below the folder or inside the zip, with `/`; never a path on this machine. */
  path: string
  /** Bytes, as folder or zip say. */
  size: number
  open: () => Promise<Readable>
}

/** The files of a folder or a zip, whose contents are read one by one. */
export interface ImportSource extends AsyncDisposable {
  name: string
  files: ImportedFile[]
}

/** @throws {UnreadableExport} */
export async function openImportSource(
  path: string,
  name: string = basename(path),
): Promise<ImportSource> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new UnreadableExport(`No existe ${name}.`, { cause })
  })
  const isZip = !found.isDirectory() && packingOf(await headOf(path)) === 'zip'
  if (!found.isDirectory() && !isZip) {
    throw new UnreadableExport(`${name} no es una carpeta ni un zip.`)
  }
  const source = found.isDirectory() ? await folderAt(path, name) : await zipAt(path, name)
  try {
    if (source.files.length === 0) throw unreadable(name, documentImportMessages.empty.text)
    return source
  } catch (error) {
    await source[Symbol.asyncDispose]()
    throw error
  }
}

async function folderAt(folder: string, name: string): Promise<ImportSource> {
  const files: ImportedFile[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(join(folder, sep).length).split(sep).join('/')
    if (!entry.isFile() || isIgnored(path)) continue
    add(files, name, {
      path,
      size: (await stat(file)).size,
      open: async () => createReadStream(file),
    })
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { name, files, [Symbol.asyncDispose]: async () => {} }
}

async function zipAt(file: string, name: string): Promise<ImportSource> {
  const damaged = (cause: unknown) =>
    new UnreadableExport(`${name} está dañado o no es un zip.`, { cause })
  const zip = await openPromise(file, { autoClose: false, strictFileNames: true }).catch(
    (error) => {
      throw damaged(error)
    },
  )
  const files: ImportedFile[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      const path = nameOf(entry)
      if (path.endsWith('/') || isIgnored(path)) continue
      const open = async () => {
        const content = await zip.openReadStreamPromise(entry)
        // It may fail before anybody reads it; who does gets the error.
        return content.on('error', () => {})
      }
      add(files, name, { path, size: entry.uncompressedSize, open })
    }
  } catch (error) {
    zip.close()
    throw error instanceof UnreadableExport ? error : damaged(error)
  }
  return { name, files, [Symbol.asyncDispose]: async () => zip.close() }
}

const UTF8_FLAG = 0x800
const UNICODE_PATH = 0x7075

/**
 * A name that does not say that it is UTF-8 is CP437 by the standard, which yauzl follows; macOS writes
 * UTF-8 all the same, and Windows in Spanish CP850.
 */
function nameOf({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const isUtf8 = (generalPurposeBitFlag & UTF8_FLAG) !== 0
  if (isUtf8 || extraFields.some(({ id }) => id === UNICODE_PATH)) return fileName
  if (!fileNameRaw.some((byte) => byte >= 0x80)) return fileName
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw)
  } catch {
    return Array.from(fileNameRaw, cp850).join('')
  }
}

const CP850_UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

function cp850(byte: number): string {
  return byte < 0x80 ? String.fromCharCode(byte) : CP850_UPPER.charAt(byte - 0x80)
}

function add(files: ImportedFile[], name: string, file: ImportedFile): void {
  if (files.length >= MAX_IMPORTED_FILES) {
    throw unreadable(name, documentImportMessages.tooMany.text)
  }
  files.push({ ...file, path: file.path.normalize('NFC') })
}

/** What systems and programs leave beside the files. */
function isIgnored(path: string): boolean {
  const parts = path.split('/')
  return parts.some((part) => /^(\.|__MACOSX$|~\$|Thumbs\.db$|desktop\.ini$)/i.test(part))
}

export function unreadable(name: string, why: string): UnreadableExport {
  return new UnreadableExport(`${name}: ${why}.`)
}
