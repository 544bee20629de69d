import { basename, posix } from 'node:path'
import { type CalendarDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import {
  documentImportMessages,
  type FileCorrection,
  type ImportedFields,
  INDEX_FILE,
  indexColumns,
  MAX_INDEX_MB,
  type ReadFields,
  readCorrection,
  readImportName,
  readIndexRow,
} from '@carpeta/domain/member-documents/document-import-rules'
import {
  type DocumentCategory,
  memberDocumentMessages,
} from '@carpeta/domain/member-documents/member-document-rules'
import { BYTES_PER_MB } from '@carpeta/domain/requests/document-rules'
import { ownSaleRefusal } from '@carpeta/domain/sales/own-sale'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Config } from '../config/config.ts'
import type { JobDatabase, Transaction } from '../db/client.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import { admit, type GuardServices, guardFile, storeForJob } from '../documents/guard-file.ts'
import { type ReceivedFile, receiveFile } from '../documents/receive-file.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import { StorageError } from '../documents/storage-error.ts'
import { readCsv } from '../files/csv-file.ts'
import { type CsvCell, csvStream } from '../files/csv-writer.ts'
import { UnreadableExport } from '../files/unreadable-export.ts'
import type { Caller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import { openPdfPool } from '../pdf/pdf-pool.ts'
import { findMember } from '../people/people-store.ts'
import { isSaleOf } from '../sales/sale-accesses-store.ts'
import { type ImportedFile, type ImportSource, unreadable, visiblePath } from './import-source.ts'
import {
  addVersion,
  findSales,
  findSameFile,
  type Holder,
  insertPublished,
  lockHolder,
  type SaleOfDocuments,
  type SameFile,
} from './member-documents-store.ts'

type Services = DocumentServices & { config: Config }
type JobServices = Services & { db: JobDatabase }

/** A file whose fields, sale and content are right. */
export interface PlannedDocument extends ImportedFields {
  file: string
  /** The line of the index; null without one. */
  line: number | null
  saleId: number
  /** Who held the sale when it was checked. */
  holderRut: string
  sha256: string
  type: string
  /** The holder has this file already, or had it before a newer version, or this import has it twice. */
  isKnown: boolean
}

export interface RejectedFile {
  file: string
  /** The line of the index; null without one. */
  line: number | null
  code: string
  reason: string
}

export interface ImportPlan {
  documents: PlannedDocument[]
  rejects: RejectedFile[]
  /** The sale, category and title that staff chose for files that did not match. */
  corrections?: FileCorrection[]
  /** How often the plan changed since the first check: whoever decides names the one that was seen. */
  revision?: number
}

/**
 * Files that were right when they were checked: since then a load gave sales to others, a colleague withdrew one, or
 * the sales are of the publisher's own.
 */
export class NotPublishable extends Error {
  readonly rejects: RejectedFile[]

  constructor(rejects: RejectedFile[]) {
    super('files of an import may not be published')
    this.rejects = rejects
  }
}

/** Before each file; what it throws ends the work. */
type OnProgress = (progress: { done: number; total: number }) => void | Promise<void>

interface Item {
  file: ImportedFile
  line: number | null
  read: ReadFields
}

/**
 * Says what an import would publish and what it cannot, reading every file once and storing none; one file
 * at a time is on the disk.
 * @throws {UnreadableExport} · {StorageError} when the scanner does not answer
 */
export async function planImport(
  services: Services,
  source: ImportSource,
  onProgress: OnProgress = () => {},
  corrections: FileCorrection[] = [],
): Promise<ImportPlan> {
  const { items, rejects } = correct(source, await listItems(services, source), corrections)
  const sales = await salesOf(services, items)
  const pdfs = openPdfPool()
  try {
    const plan = await planItems({ ...services, pdfs }, items, { sales, rejects, onProgress })
    return { ...plan, corrections }
  } finally {
    await pdfs.close()
  }
}

/** With the corrected fields in place of what names and index say; also of a file that the index does not list. */
function correct(
  { files }: ImportSource,
  { items, rejects }: { items: Item[]; rejects: RejectedFile[] },
  corrections: FileCorrection[],
): { items: Item[]; rejects: RejectedFile[] } {
  const byFile = new Map(corrections.map((each) => [each.file, each]))
  const listed = new Set(items.map(({ file }) => file.path))
  const added = files.filter(({ path }) => byFile.has(path) && !listed.has(path))
  const unlisted = { refusal: documentImportMessages.notListed }
  const all = [...items, ...added.map((file): Item => ({ file, line: null, read: unlisted }))]
  return {
    items: all.map((item) => {
      const correction = byFile.get(item.file.path)
      return correction ? { ...item, read: readCorrection(correction, item.read) } : item
    }),
    rejects: rejects.filter(({ file }) => !added.some(({ path }) => path === file)),
  }
}

async function planItems(
  services: Services & GuardServices,
  items: Item[],
  {
    sales,
    rejects,
    onProgress,
  }: { sales: Map<string, SaleOfDocuments>; rejects: RejectedFile[]; onProgress: OnProgress },
): Promise<ImportPlan> {
  const documents: PlannedDocument[] = []
  const seen = new Set<string>()
  for (const [done, item] of items.entries()) {
    await onProgress({ done, total: items.length })
    const code = 'fields' in item.read ? item.read.fields.code : ''
    const outcome = await examine(services, item, sales.get(code))
    if ('text' in outcome) {
      rejects.push({ file: item.file.path, line: item.line, code, reason: outcome.text })
      continue
    }
    const key = `${outcome.saleId} ${outcome.sha256}`
    documents.push({ ...outcome, isKnown: outcome.isKnown || seen.has(key) })
    seen.add(key)
  }
  return { documents, rejects }
}

/**
 * Publishes what a plan found, all of it or nothing: the files are stored first, and one transaction
 * publishes them. What another import published meanwhile is left as it is.
 * @throws {UnreadableExport} when a file is another than the plan's · {NotPublishable}; then nothing is published
 * @returns how many documents are new
 */
export async function applyImport(
  services: JobServices,
  source: ImportSource,
  {
    plan,
    caller,
    publishedBy,
    onProgress = () => {},
    authorize = async () => {},
    onPublished = async () => {},
  }: {
    plan: ImportPlan
    caller: Caller
    publishedBy: number
    onProgress?: OnProgress
    /** Judges again first in the transaction that publishes, since storing the files takes minutes. */
    authorize?: (tx: Transaction) => Promise<void>
    /** Runs last in the transaction that publishes. */
    onPublished?: (tx: Transaction, count: number) => Promise<void>
  },
): Promise<number> {
  if (plan.rejects.length > 0) throw new Error('an import with rejects is not applied')
  const { db } = services
  const files = new Map(source.files.map((file) => [file.path, file]))
  const planned = plan.documents.filter(({ isKnown }) => !isKnown)
  const stored: number[] = []
  let published: number[] = []
  try {
    for (const [done, document] of planned.entries()) {
      await onProgress({ done, total: planned.length })
      stored.push(await storeFile(services, files.get(document.file), { document, publishedBy }))
    }
    published = await db.transaction(async (tx) => {
      await authorize(tx)
      const ids = await publishAll(tx, caller, { plan, planned, stored, publishedBy })
      await onPublished(tx, ids.length)
      return ids
    })
    return published.length
  } finally {
    const attached = new Set(published)
    const left = stored.filter((id) => !attached.has(id))
    // If this fails too, the hourly job removes them.
    await db.transaction((tx) => queueRemoval(tx, left)).catch(() => {})
  }
}

async function storeFile(
  services: Services,
  file: ImportedFile | undefined,
  { document: { sha256, type }, publishedBy }: { document: PlannedDocument; publishedBy: number },
): Promise<number> {
  const received = file && (await receive(services, file))
  if (!received || 'text' in received) throw new UnreadableExport(`${file?.path} ya no está.`)
  await using stored = received
  if (stored.sha256 !== sha256) {
    throw new UnreadableExport(`${file.path} cambió mientras se importaba: nada se publicó.`)
  }
  const upload = { ...admit(stored, type), uploadedBy: publishedBy }
  return await storeForJob(services, upload, async (_tx, id) => id)
}

/** @throws {NotPublishable} for files of a purchase of who publishes them */
async function refuseOwnPurchases(
  tx: Transaction,
  publishedBy: number,
  documents: PlannedDocument[],
): Promise<void> {
  const rut = (await findMember(tx, publishedBy))?.rut
  if (!rut) return
  const reason = ownSaleRefusal.text
  const own: RejectedFile[] = []
  for (const { saleId, file, line, code } of documents) {
    if (await isSaleOf(tx, { rut, saleId })) own.push({ file, line, code, reason })
  }
  if (own.length > 0) throw new NotPublishable(own)
}

/** @returns the ids of the files that are published; a file that the holder has or had by now is not */
async function publishAll(
  tx: Transaction,
  caller: Caller,
  {
    plan,
    planned,
    stored,
    publishedBy,
  }: { plan: ImportPlan; planned: PlannedDocument[]; stored: number[]; publishedBy: number },
): Promise<number[]> {
  // What the former holder has already is none of the present one's.
  const saleIds = [...new Set(plan.documents.map(({ saleId }) => saleId))].toSorted((a, b) => a - b)
  const holders = new Map<number, Holder>()
  for (const id of saleIds) {
    const holder = await lockHolder(tx, id)
    if (!holder) throw new UnreadableExport('Una venta ya no está: nada se publicó.')
    holders.set(id, holder)
  }
  const changed = plan.documents.filter((each) => holders.get(each.saleId)?.rut !== each.holderRut)
  if (changed.length > 0) {
    const reason = documentImportMessages.otherHolder.text
    throw new NotPublishable(changed.map(({ file, line, code }) => ({ file, line, code, reason })))
  }
  if (caller.id !== null) await refuseOwnPurchases(tx, publishedBy, plan.documents)
  const today = todayInSantiago(new Date())
  const published: number[] = []
  const withdrawn: RejectedFile[] = []
  for (const [i, document] of planned.entries()) {
    const { saleId, holderRut, sha256, title, date } = document
    const documentId = stored[i]
    const same = await findSameFile(tx, { saleId, rut: holderRut, sha256 })
    if (same?.withdrawnAt) {
      const { file, line, code } = document
      withdrawn.push({ file, line, code, reason: withdrawnRefusal(same).text })
    }
    if (documentId === undefined || same !== null) continue
    const id = await insertPublished(tx, {
      saleId,
      ownerRut: holderRut,
      publishedBy,
      category: document.category as DocumentCategory,
      title,
      date: date === '' ? today : (date as CalendarDate),
      visibleFrom: today,
      visibleToCoHolder: document.visible_to_co_holder,
    })
    await addVersion(tx, { memberDocumentId: id, documentId, version: 1 })
    await recordAuditEvent(tx, caller, {
      action: 'member_document.published',
      object: { type: 'member_document', id },
      subjectId: holders.get(saleId)?.memberId ?? null,
    })
    published.push(documentId)
  }
  if (withdrawn.length > 0) throw new NotPublishable(withdrawn)
  return published
}

function withdrawnRefusal({ withdrawnAt, reason }: SameFile): Refusal {
  return documentImportMessages.withdrawn(todayInSantiago(withdrawnAt ?? new Date()), reason)
}

async function examine(
  services: Services & GuardServices,
  { file, line, read }: Item,
  sale: SaleOfDocuments | undefined,
): Promise<PlannedDocument | Pick<Refusal, 'text'>> {
  const { db, config } = services
  if ('refusal' in read) return read.refusal
  if (!sale) return documentImportMessages.unknownSale
  if (file.size > config.memberDocumentMaxMb * BYTES_PER_MB) {
    return memberDocumentMessages.tooLarge(config.memberDocumentMaxMb)
  }
  const received = await receive(services, file)
  if ('text' in received) return received
  await using content = received
  try {
    const { type } = await guardFile(services, content, { owner: 'documents import' })
    const { sha256 } = content
    const { id: saleId, rut } = sale
    const same = await findSameFile(db, { saleId, rut, sha256 })
    if (same?.withdrawnAt) return withdrawnRefusal(same)
    const isKnown = same !== null
    const found = { file: file.path, line, saleId, holderRut: rut, sha256, type, isKnown }
    return { ...read.fields, ...found }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { text: [error.body].flat().join(' ') }
  }
}

/** The reason for a file that cannot be read to its end. @throws {StorageError} when this disk is full */
async function receive(
  services: Services,
  file: ImportedFile,
): Promise<ReceivedFile | Pick<Refusal, 'text'>> {
  if (file.problem) return file.problem
  try {
    const incoming = { name: basename(file.path), content: await file.open() }
    return await receiveFile(incoming, services.config)
  } catch (error) {
    if (error instanceof StorageError) throw error
    return error instanceof UnreadableExport
      ? { text: error.message }
      : documentImportMessages.damaged
  }
}

async function salesOf({ db }: Services, items: Item[]): Promise<Map<string, SaleOfDocuments>> {
  const codes = items.flatMap(({ read }) => ('fields' in read ? [read.fields.code] : []))
  const sales = await findSales(db, [...new Set(codes)])
  return new Map(sales.map((sale) => [sale.code, sale]))
}

/** The files by their rows in the index, or without one by their names. */
async function listItems(
  services: Services,
  source: ImportSource,
): Promise<{ items: Item[]; rejects: RejectedFile[] }> {
  const [index] = source.files
    .filter(({ path }) => basename(path).toLowerCase() === INDEX_FILE)
    .toSorted((a, b) => a.path.split('/').length - b.path.split('/').length)
  if (index) return listIndexed(services, source, index)
  const items = source.files.map((file) => {
    const read = file.problem ? { refusal: file.problem } : readImportName(basename(file.path))
    return { file, line: null, read }
  })
  return { items, rejects: [] }
}

const neededColumns = indexColumns.slice(0, 3).concat('file')
/** Longer than any field may be. */
const MAX_CELL = 1000

async function listIndexed(
  services: Services,
  source: ImportSource,
  index: ImportedFile,
): Promise<{ items: Item[]; rejects: RejectedFile[] }> {
  if (index.size > MAX_INDEX_MB * BYTES_PER_MB) {
    throw unreadable(index.path, documentImportMessages.indexTooLarge.text)
  }
  const received = await receive(services, index)
  if ('text' in received) throw unreadable(index.path, received.text)
  await using csv = received
  const { rows } = await readCsv(csv.path ?? '', index.path, {
    check: (columns) => {
      const missing = neededColumns.filter((column) => !columns.includes(column))
      if (missing.length === 0) return
      throw new UnreadableExport(`A ${index.path} le faltan columnas: ${missing.join(', ')}.`)
    },
  })
  const files = new Map(source.files.map((file) => [file.path, file]))
  const items: Item[] = []
  const rejects: RejectedFile[] = []
  const listed = new Set([index.path])
  for await (const { line, cells } of rows) {
    const row = Object.fromEntries(
      Object.entries(cells).map(([column, cell]) => [column, cell.slice(0, MAX_CELL)]),
    )
    const typed = (row.file ?? '').trim().replaceAll('\\', '/').normalize('NFC')
    const path = posix.join(posix.dirname(index.path), typed)
    const file = files.get(path)
    const refusal = listed.has(path)
      ? documentImportMessages.listedTwice
      : documentImportMessages.absent
    if (file && !listed.has(path)) items.push({ file, line, read: readIndexRow(row) })
    else {
      const code = visiblePath((row.code ?? '').trim())
      rejects.push({ file: visiblePath(typed), line, code, reason: refusal.text })
    }
    listed.add(path)
  }
  for (const { path, problem } of source.files) {
    if (listed.has(path)) continue
    const { text: reason } = problem ?? documentImportMessages.notListed
    rejects.push({ file: path, line: null, code: '', reason })
  }
  return { items, rejects }
}

const head = ['archivo', 'línea de index.csv', 'venta', 'motivo']

/** The rejects as a file for a spreadsheet. */
export function importRejectsCsv(rejects: readonly RejectedFile[]): NodeJS.ReadableStream {
  async function* rows(): AsyncGenerator<CsvCell[]> {
    yield head
    for (const { file, line, code, reason } of rejects) {
      yield [file, line === null ? '' : String(line), code, reason]
    }
  }
  return csvStream(rows())
}
