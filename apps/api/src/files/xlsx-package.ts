import { posix } from 'node:path'
import { SaxesParser } from 'saxes'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { unpackedUpTo } from './read-file.ts'
import { UnreadableExport } from './unreadable-export.ts'
import { refuseOtherCompression } from './zip-file.ts'

const MAX_ENTRIES = 1000
/** A row, or XML without an element, must not fill the memory. */
export const MAX_BUFFERED = 1024 * 1024
const MAX_DEPTH = 50
/** Formats and sheets, of which Excel allows fewer. */
export const MAX_LISTED = 100_000

const CONTENT_TYPES = '[Content_Types].xml'

/** A file of Office: parts in a zip, which name each other by relationships. */
interface OfficePackage {
  /** The name of the part that the others belong to: the workbook. */
  main: string
  /** Streams what a handler finds in a part; nothing for the empty name. */
  read: Read
  /** What a part refers to. */
  relationships: (part: string) => Promise<Relationship[]>
  close: () => void
}

export interface Relationship {
  id: string
  /** The last word of its type: 'worksheet', 'styles'. */
  kind: string
  /** The name of a part. */
  target: string
}

export interface Watch {
  maxBytes: number
  onRead: (bytes: Buffer, total: number) => void
}

/** Whether a zip is a file of Office. */
export async function isOfficePackage(path: string): Promise<boolean> {
  try {
    const zip = await openPromise(path, { lazyEntries: true })
    for await (const { fileName } of zip.eachEntry()) {
      if (keyOf(fileName) === keyOf(CONTENT_TYPES)) return true
    }
    return false
  } catch {
    return false
  }
}

/**
 * Opens a workbook. Its parts are found as the standard says, by relationships and types, since programs name
 * them differently. @throws {UnreadableExport} also for a document of Word and a binary workbook
 */
export async function openWorkbook(
  path: string,
  { maxBytes, onRead }: Watch,
): Promise<OfficePackage> {
  const { zip, entries } = await openEntries(path)
  const total = [...entries.values()].reduce(
    (sum, { uncompressedSize }) => sum + uncompressedSize,
    0,
  )
  const unpacked = unpackedUpTo(maxBytes)
  const read: Read = async function* (name, handler) {
    if (name === '') return
    const entry = entries.get(keyOf(name))
    if (!entry) throw damaged(new Error(`no part ${name}`))
    if (entry.isEncrypted()) throw new UnreadableExport('El libro tiene contraseña.')
    refuseOtherCompression(entry, name)
    const bytes = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
      throw isDiskError(error) ? error : damaged(error)
    })
    yield* parsed(
      watched(unpacked(bytes, name), (chunk) => onRead(chunk, total)),
      handler,
    )
  }
  const relationships = (part: string) => readRelationships(read, part)
  try {
    const related = await relationships('')
    const main = related.find(({ kind }) => kind === 'officeDocument')?.target ?? ''
    if (main === '') throw damaged(new Error('no main part'))
    refuseOtherThanWorkbook(await readContentType(read, main))
    return { main, read, relationships, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Names of parts do not tell capitals apart. */
const keyOf = (name: string) => name.replace(/^\//, '').toLowerCase()

function readRelationships(read: Read, part: string): Promise<Relationship[]> {
  const folder = posix.dirname(part)
  const file = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  return listed(
    read<Relationship>(file, (emit) => ({
      open: (name, { Id = '', Type = '', Target = '' }) => {
        if (name !== 'Relationship') return
        const target = posix.resolve('/', folder, Target).slice(1)
        emit({ id: Id, kind: Type.slice(Type.lastIndexOf('/') + 1), target })
      },
    })),
  )
}

/** As the package states it for the part itself, or for all with its extension; empty when it does not. */
async function readContentType(read: Read, part: string): Promise<string> {
  const types = await listed(
    read<{ of: string; type: string }>(CONTENT_TYPES, (emit) => ({
      open: (name, { PartName = '', Extension = '', ContentType = '' }) => {
        if (name === 'Override') emit({ of: keyOf(PartName), type: ContentType })
        if (name === 'Default') emit({ of: `.${Extension.toLowerCase()}`, type: ContentType })
      },
    })),
  )
  const typeOf = (each: string) => types.find(({ of }) => of === each)?.type
  return typeOf(keyOf(part)) ?? typeOf(posix.extname(keyOf(part))) ?? ''
}

function refuseOtherThanWorkbook(type: string): void {
  const [, sentence] = otherTypes.find(([pattern]) => pattern.test(type)) ?? []
  if (sentence !== undefined) throw new UnreadableExport(sentence)
}

const otherTypes: [RegExp, string][] = [
  [
    /ms-excel\.sheet\.binary/,
    'Es un libro binario de Excel (.xlsb). Ábrelo en Excel y guárdalo como «Libro de Excel (.xlsx)».',
  ],
  [
    /wordprocessingml|ms-word|presentationml|ms-powerpoint/,
    'Es un documento, no un libro de Excel. Copia las tablas a un libro y guárdalo como .xlsx.',
  ],
]

async function openEntries(path: string): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) {
      entries.set(keyOf(entry.fileName), entry)
      if (entries.size > MAX_ENTRIES) throw new Error('too many entries')
    }
    return { zip, entries }
  } catch (error) {
    throw damaged(error)
  }
}

async function* watched(
  bytes: AsyncIterable<Buffer>,
  onRead: (bytes: Buffer) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    onRead(chunk)
    yield chunk
  }
}

export interface Handler {
  /** Names are without their prefix. */
  open: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

type HandlerOf<Item> = (emit: (item: Item) => void) => Handler
export type Read = <Item>(name: string, handler: HandlerOf<Item>) => AsyncGenerator<Item>

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

async function* parsed<Item>(
  bytes: AsyncIterable<Buffer>,
  handlerOf: HandlerOf<Item>,
): AsyncGenerator<Item> {
  let items: Item[] = []
  let buffered = 0
  let depth = 0
  const handler = handlerOf((item) => items.push(item))
  const parser = new SaxesParser()
  const onText = (text: string) => {
    buffered = 0
    handler.text?.(text)
  }
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('a workbook has no document type')
  })
  parser.on('opentag', ({ name, attributes }) => {
    buffered = 0
    depth += 1
    if (depth > MAX_DEPTH) throw new Error('too deep')
    handler.open(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    buffered = 0
    depth -= 1
    handler.close?.(localName(name))
  })
  parser.on('text', onText)
  parser.on('cdata', onText)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of bytes) {
      buffered += chunk.length
      if (buffered > MAX_BUFFERED) throw new Error('too much text without an element')
      parser.write(decoder.decode(chunk, { stream: true }))
      yield* items
      items = []
    }
    parser.write(decoder.decode()).close()
  } catch (error) {
    throw error instanceof UnreadableExport || isDiskError(error) ? error : damaged(error)
  }
  yield* items
}

export function damaged(cause: unknown): UnreadableExport {
  return new UnreadableExport('El libro de Excel está dañado o no es lo que dice ser.', { cause })
}

/** The machine's fault, not the file's. */
export function isDiskError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))
}

export async function listed<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) {
    if (list.push(item) > MAX_LISTED) throw damaged(new Error('too many items'))
  }
  return list
}
