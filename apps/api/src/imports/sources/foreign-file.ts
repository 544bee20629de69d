import { type FileHandle, open } from 'node:fs/promises'
import { openPromise } from 'yauzl'
import { UnreadableExport } from '../../files/unreadable-export.ts'

/** Enough for a line of names, and for the names of the streams in an old file of Office. */
const HEAD_BYTES = 64 * 1024
const MAX_ENTRIES = 1000

const sentences = {
  xls: 'Es un libro de Excel antiguo (.xls). Ábrelo en Excel o LibreOffice y guárdalo como «Libro de Excel (.xlsx)».',
  ods: 'Es una planilla de LibreOffice (.ods). Ábrela y guárdala como «Excel 2007-365 (.xlsx)».',
  numbers: 'Es una planilla de Numbers. Ábrela y expórtala como Excel (.xlsx).',
  locked: 'El libro tiene contraseña. Ábrelo en Excel, quítasela y guárdalo otra vez.',
  document:
    'Es un documento, no un libro de Excel. Copia las tablas a un libro y guárdalo como .xlsx.',
  xmlSheet: 'Es una planilla en XML. Ábrela en Excel y guárdala como «Libro de Excel (.xlsx)».',
  html: 'Es una página web, aunque se llame .xls. Ábrela en Excel y guárdala como «Libro de Excel (.xlsx)».',
  pdf: 'Es un PDF. El portal necesita los datos: un libro .xlsx, un .zip con los CSV o un .ndjson.',
  csv: 'Es un solo archivo CSV. El portal necesita los cinco CSV y corte.json juntos en un .zip, o un libro .xlsx con una hoja para cada uno.',
  json: 'Es un archivo JSON, pero no con una venta por línea. Expórtalo como .ndjson: primero la línea con «corte» y «ventas», y luego cada venta en la suya.',
  emptyZip: 'El zip está vacío: no trae ningún archivo.',
  otherArchive: 'Está comprimido, pero no como .zip. Comprímelo como .zip.',
}

/** Refuses what people have instead of an export, and says what to save it as. @throws {UnreadableExport} */
export async function refuseForeignFile(path: string): Promise<void> {
  await using file = await open(path)
  const kind = await kindOf(path, file)
  if (kind !== null) throw new UnreadableExport(sentences[kind])
}

type ForeignKind = keyof typeof sentences

async function kindOf(path: string, file: FileHandle): Promise<ForeignKind | null> {
  const head = await readAt(file, 0)
  const begins = (hex: string) => head.subarray(0, hex.length / 2).equals(Buffer.from(hex, 'hex'))
  if (begins('d0cf11e0a1b11ae1')) return kindOfCompoundFile(file, head)
  if (begins('504b0304')) return kindOfZip(path, head)
  if (begins('504b0506')) return 'emptyZip'
  if (begins('526172211a07') || begins('377abcaf271c')) return 'otherArchive'
  if (begins('1f8b')) return null
  return begins('25504446') ? 'pdf' : kindOfText(head.toString(begins('fffe') ? 'utf16le' : 'utf8'))
}

async function readAt(file: FileHandle, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES), position })
  return buffer.subarray(0, bytesRead)
}

/** An old file of Office, or a new one with a password, is a folder of streams whose names are in UTF-16. */
async function kindOfCompoundFile(file: FileHandle, head: Buffer): Promise<ForeignKind> {
  if (head.length < 512) return 'document'
  const sectorSize = 2 ** Math.min(head.readUInt16LE(30), 12)
  const names = await readAt(file, (head.readUInt32LE(48) + 1) * sectorSize)
  const has = (name: string) => names.includes(Buffer.from(`${name}\0`, 'utf16le'))
  if (has('EncryptedPackage')) return 'locked'
  return has('Workbook') || has('Book') ? 'xls' : 'document'
}

/** A zip is told by the names in it. */
async function kindOfZip(path: string, head: Buffer): Promise<ForeignKind | null> {
  try {
    const zip = await openPromise(path, { lazyEntries: true })
    let entries = 0
    for await (const { fileName } of zip.eachEntry()) {
      entries += 1
      if (fileName.endsWith('.iwa')) return 'numbers'
      if (fileName === 'content.xml') {
        return /opendocument\.(text|presentation)/.test(head.toString('latin1'))
          ? 'document'
          : 'ods'
      }
      if (entries > MAX_ENTRIES) return null
    }
    return null
  } catch {
    // What reads it next says that it is damaged.
    return null
  }
}

function kindOfText(head: string): ForeignKind | null {
  const text = head.replace(/^\uFEFF/, '').trimStart()
  const [first = ''] = text.split(/\r?\n|\r/, 1)
  if (/^<(\?xml|\w+:)/i.test(text)) return /spreadsheet|excel/i.test(text) ? 'xmlSheet' : null
  if (/^<(!doctype|html|head|meta|table)\b/i.test(text)) return 'html'
  if (text.startsWith('[') || (text.startsWith('{') && !isJson(first))) return 'json'
  const [cell = ''] = first.split(/[;,\t]/, 1)
  const isTable = cell !== '' && cell.length < first.length && !/[{}<>]/.test(first)
  return isTable && !/\p{Cc}/u.test(cell) ? 'csv' : null
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
