import type { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { AnswerOf, BodyOf } from '@carpeta/contract/endpoints'
import type { documentFields, StaffDocument } from '@carpeta/contract/member-documents'
import { type CalendarDate, isoSeconds, todayInSantiago } from '@carpeta/domain/dates/dates'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import {
  type DocumentCategory,
  memberDocumentErrors,
  memberDocumentMessages,
  titleHasRut,
} from '@carpeta/domain/member-documents/member-document-rules'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import type { z } from 'zod'
import { changedFacts, recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Config } from '../config/config.ts'
import type { Database, Queryable, Transaction } from '../db/client.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import { type GuardServices, guardFile, storeDocument } from '../documents/guard-file.ts'
import type { ReceivedFile } from '../documents/receive-file.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused, refuseFields } from '../http/errors.ts'
import { findPersonName } from '../people/people-store.ts'
import {
  type PageServices,
  readRecorded,
  type ShownPage,
  showPage,
} from '../requests/open-document.ts'
import { requireOthersSale } from '../sales/sale-accesses.ts'
import {
  addVersion,
  type DocumentRead,
  findOfSale,
  findSales,
  findSameFile,
  findVersionOfSale,
  type Holder,
  insertPublished,
  listOfSale,
  listReads,
  lockHolder,
  lockOfSale,
  type PublishedFields,
  type PublishedFile,
  type SaleOfDocuments,
  type StoredDocument,
  saveHandOver,
  savePublished,
  saveWithdrawal,
} from './member-documents-store.ts'
import { markRead } from './own-documents-store.ts'

type Services = DocumentServices & { config: Config }

interface SentFile {
  file: ReceivedFile | null
  signal: AbortSignal
}

/** A document of a sale, as the path names it. */
export interface DocumentOfSale {
  code: string
  id: number
}

/** The same file is in the sale already: nothing is stored a second time. */
class AlreadyPublished extends Error {
  readonly id: number

  constructor(id: number) {
    super('published already')
    this.id = id
  }
}

/** Also those of former holders. @throws {NotFound} · {Refused} 403 for a purchase of the caller's own */
export async function listDocumentsOfSale(
  db: Database,
  caller: SignedInCaller,
  code: string,
): Promise<AnswerOf<'GET /api/sales/:code/documents/'>> {
  const sale = await requireSale(db, code)
  await requireOthersSale(db, caller, sale.id)
  const documents = await listOfSale(db, code)
  const members = [sale, ...documents].map(({ memberId }) => memberId)
  for (const subjectId of new Set(members)) {
    const object = { type: 'sale', id: code }
    await recordAuditEvent(db, caller, { action: 'member.read', object, subjectId })
  }
  const { memberId: id, rut: holder_rut } = sale
  const holder = id === null ? null : { id, name: await findPersonName(db, id) }
  return { holder, holder_rut, results: documents.map(present) }
}

/**
 * Publishes a document for the holder of a sale. The same file for the same holder is the same document, so
 * a retry after a lost answer adds none.
 * @throws {InvalidFields} · {Refused} 409 when the sale has another holder than the caller saw · {NotFound} ·
 * {StorageError}; then nothing is stored
 */
export async function publishDocument(
  services: Services & GuardServices,
  caller: SignedInCaller,
  {
    code,
    fields,
    file,
    signal,
  }: SentFile & { code: string; fields: z.infer<typeof documentFields> },
): Promise<StaffDocument> {
  const typed = { ...fields, visible_to_co_holder: fields.visible_to_co_holder === 'true' }
  const document = readFields(typed, file ? {} : { document: documentMessages.required })
  const sale = await requireSale(services.db, code)
  const id = await storeFile(services, caller, { file, signal }, async (stored) => {
    const { tx, caller, documentId } = stored
    const { rut, memberId } = await lockSeenHolder(tx, sale.id, {
      memberId: fields.holder_id,
      rut: fields.holder_rut,
    })
    await requireOthersSale(tx, caller, sale.id)
    const same = await findSameFile(tx, { saleId: sale.id, rut, sha256: stored.file.sha256 })
    if (same?.isCurrent) throw new AlreadyPublished(same.id)
    const published = { ...document, saleId: sale.id, ownerRut: rut, publishedBy: caller.id }
    const id = await insertPublished(tx, published)
    await addVersion(tx, { memberDocumentId: id, documentId, version: 1 })
    await recordAuditEvent(tx, caller, {
      action: 'member_document.published',
      object: { type: 'member_document', id },
      subjectId: memberId,
    })
    return id
  })
  return readDocument(services.db, { code, id })
}

/** Once the holder is erased nobody holds the sale. @throws {Refused} 403 for a purchase of the caller's own */
async function requireOthersSaleOf(
  db: Queryable,
  caller: SignedInCaller,
  code: string,
): Promise<void> {
  const [sale] = await findSales(db, [code])
  if (sale) await requireOthersSale(db, caller, sale.id)
}

/** @throws {NotFound} also once the holder is erased */
async function requireSale(db: Queryable, code: string): Promise<SaleOfDocuments> {
  const [sale] = await findSales(db, [code])
  if (!sale) throw new NotFound()
  return sale
}

/** @throws {NotFound} · {Refused} 409 when a load gave the sale to another holder */
async function lockSeenHolder(
  tx: Transaction,
  saleId: number,
  seen: { memberId: number | null; rut?: string },
): Promise<Holder> {
  const holder = await lockHolder(tx, saleId)
  if (!holder) throw new NotFound()
  const isSeen = holder.memberId === seen.memberId
  if (!isSeen || (holder.memberId === null && holder.rut !== seen.rut)) {
    throw new Refused(memberDocumentMessages.otherHolder, 409)
  }
  return holder
}

/** @throws {Refused} · {NotFound} · {StorageError}; then nothing is stored */
export async function replaceDocument(
  services: Services & GuardServices,
  caller: SignedInCaller,
  { file, signal, ...document }: SentFile & VersionOfSale,
): Promise<StaffDocument> {
  requireShown(await findOfSale(services.db, document.code, document.id))
  await storeFile(services, caller, { file, signal }, async (stored) => {
    const { tx, caller, documentId } = stored
    const { id, version, sha256, memberId } = await lockShown(tx, caller, document)
    if (sha256.trim() === stored.file.sha256) throw new AlreadyPublished(id)
    requireSeen(version, document.version)
    await addVersion(tx, { memberDocumentId: id, documentId, version: version + 1 })
    await recordAuditEvent(tx, caller, {
      action: 'member_document.replaced',
      object: { type: 'member_document', id },
      subjectId: memberId,
      after: { version: version + 1 },
    })
    return id
  })
  return readDocument(services.db, document)
}

/**
 * Fields that are left out stay.
 * @throws {InvalidFields} · {NotFound} · {Refused} 409 · 400 when a title that the next holder reads has the former one's rut
 */
export async function changeDocument(
  { db }: { db: Database },
  caller: SignedInCaller,
  {
    changes: { as_read: asRead, ...changes },
    ...document
  }: DocumentOfSale & { changes: BodyOf<'PATCH /api/sales/:code/documents/:id/'> },
): Promise<StaffDocument> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const stored = await lockShown(tx, caller, document)
    const before = fieldsOf(stored)
    const after = { ...before, ...changes }
    // A change that is sent again, since its answer was lost, overwrites nothing.
    const isAsRead = isDeepStrictEqual({ ...before, ...asRead }, before)
    if (!isAsRead && !isDeepStrictEqual(after, before)) {
      throw new Refused(memberDocumentMessages.changedMeanwhile, 409)
    }
    const fields = readFields(after)
    // As when it was handed over.
    if (stored.formerHolder?.is_handed_over && titleHasRut(fields.title, stored.ownerRut)) {
      throw new Refused([memberDocumentMessages.titleHasRut])
    }
    await savePublished(tx, stored.id, fields)
    const changed = await readDocument(tx, document)
    const about = { object: { type: 'member_document', id: stored.id }, subjectId: stored.memberId }
    const facts = changedFacts({ ...before }, { ...fieldsOf(fields) })
    const isChanged = Object.keys(facts.after).length > 0
    const event = isChanged
      ? ({ action: 'member_document.changed', ...about, ...facts } as const)
      : ({ action: 'member.read', ...about } as const)
    await recordAuditEvent(tx, caller, event)
    return changed
  })
}

/**
 * Shows a document of a former holder to the present one, too, whom the caller saw.
 * @throws {NotFound} · {Refused} 409 · 400 when its title has the former holder's rut
 */
export async function handOverDocument(
  { db }: { db: Database },
  caller: SignedInCaller,
  { holder_id, ...document }: DocumentOfSale & { holder_id: number },
): Promise<StaffDocument> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const sale = await requireSale(tx, document.code)
    const { rut } = await lockSeenHolder(tx, sale.id, { memberId: holder_id })
    const { id, memberId, title, ownerRut, formerHolder } = await lockShown(tx, caller, document)
    if (formerHolder !== null && !formerHolder.is_handed_over) {
      if (titleHasRut(title, ownerRut)) throw new Refused([memberDocumentMessages.titleHasRut])
      await saveHandOver(tx, id, rut)
      await recordAuditEvent(tx, caller, {
        action: 'member_document.handed_over',
        object: { type: 'member_document', id },
        subjectId: memberId,
      })
    }
    return readDocument(tx, document)
  })
}

/** Hides a document from those who read the sale. @throws {Refused} · {NotFound} */
export async function withdrawDocument(
  { db }: { db: Database },
  caller: SignedInCaller,
  { reason: typed, ...document }: VersionOfSale & { reason: string },
): Promise<StaffDocument> {
  const reason = typed.trim()
  if (reason === '') throw new Refused([memberDocumentMessages.reasonRequired])
  return callerTransaction(db, caller, async (tx, caller) => {
    const { id, memberId, version } = await lockShown(tx, caller, document)
    requireSeen(version, document.version)
    await saveWithdrawal(tx, id, { withdrawnBy: caller.id, reason })
    await recordAuditEvent(tx, caller, {
      action: 'member_document.withdrawn',
      object: { type: 'member_document', id },
      subjectId: memberId,
      after: { reason },
    })
    return readDocument(tx, document)
  })
}

/** @throws {NotFound} · {Refused} 403 for a purchase of the caller's own */
export async function listReadsOf(
  db: Database,
  caller: SignedInCaller,
  { code, id }: DocumentOfSale,
): Promise<DocumentRead[]> {
  const document = await findOfSale(db, code, id)
  if (!document) throw new NotFound()
  await requireOthersSaleOf(db, caller, code)
  await recordAuditEvent(db, caller, {
    action: 'member.read',
    object: { type: 'member_document', id },
    subjectId: document.memberId,
  })
  return listReads(db, id)
}

/** A version of a document of a sale, as a call names it; the current one without a number. */
type VersionOfSale = DocumentOfSale & { version?: number | undefined }

/** Also of a withdrawn document. @throws {NotFound} · {Refused} 403 for a purchase of the caller's own · {StorageError} */
export async function openDocumentOfSale(
  services: DocumentServices,
  caller: SignedInCaller,
  call: VersionOfSale,
): Promise<{ file: PublishedFile; content: Readable }> {
  const file = await findVersion(services.db, call)
  await requireOthersSaleOf(services.db, caller, call.code)
  const content = await readRecorded(services, caller, file, 'downloaded')
  await markRead(services.db, file.id, caller.id)
  return { file, content }
}

/** A page as a picture. @throws {NotFound} · {Refused} 403 for a purchase of the caller's own · what `showPage` throws */
export async function openPageOfSale(
  services: PageServices,
  caller: SignedInCaller,
  { page, signal, ...call }: VersionOfSale & { page: number; signal: AbortSignal },
): Promise<ShownPage> {
  const find = async (each: SignedInCaller) => {
    const file = await findVersion(services.db, call)
    await requireOthersSaleOf(services.db, each, call.code)
    return file
  }
  const file = await find(caller)
  const shown = await showPage(services, caller, file, { page, signal, find })
  await markRead(services.db, file.id, caller.id)
  return shown
}

async function findVersion(
  db: Database,
  { version, ...call }: VersionOfSale,
): Promise<PublishedFile> {
  const current = version ?? (await findOfSale(db, call.code, call.id))?.version
  const file = current && (await findVersionOfSale(db, { ...call, version: current }))
  if (!file) throw new NotFound()
  return file
}

interface StoredFile {
  tx: Transaction
  /** As the database has it now. */
  caller: SignedInCaller
  file: ReceivedFile
  documentId: number
}

/** Guards and stores a file. @returns the id of the document that has it */
async function storeFile(
  services: Services & GuardServices,
  caller: SignedInCaller,
  { file, signal }: SentFile,
  attach: (stored: StoredFile) => Promise<number>,
): Promise<number> {
  const guarded = await guardFile(services, file, { owner: String(caller.id), signal })
  const document = { ...guarded, uploadedBy: caller.id }
  try {
    return await storeDocument(services, caller, document, (tx, documentId, caller) =>
      attach({ tx, caller, documentId, file: guarded.file }),
    )
  } catch (error) {
    if (error instanceof AlreadyPublished) return error.id
    throw error
  }
}

interface TypedFields {
  category: string
  title: string
  date: string
  visible_from: string
  visible_to_co_holder: boolean
}

/** @throws {InvalidFields} naming every wrong field */
function readFields(
  fields: TypedFields,
  more: Partial<Record<string, Refusal>> = {},
): PublishedFields {
  refuseFields({ ...memberDocumentErrors(fields), ...more })
  const today = todayInSantiago(new Date())
  const dayOf = (text: string) => (text === '' ? today : (text as CalendarDate))
  return {
    category: fields.category as DocumentCategory,
    title: fields.title.trim(),
    date: dayOf(fields.date),
    visibleFrom: dayOf(fields.visible_from),
    visibleToCoHolder: fields.visible_to_co_holder,
  }
}

function fieldsOf(stored: PublishedFields): TypedFields {
  return {
    category: stored.category,
    title: stored.title,
    date: stored.date,
    visible_from: stored.visibleFrom,
    visible_to_co_holder: stored.visibleToCoHolder,
  }
}

/** @throws {Refused} 409 where a colleague replaced the file meanwhile */
function requireSeen(version: number, seen: number | undefined): void {
  if (seen !== undefined && seen !== version) {
    throw new Refused(memberDocumentMessages.changedMeanwhile, 409)
  }
}

/** @throws {NotFound} · {Refused} 409 once withdrawn · 403 for a purchase of the caller's own */
async function lockShown(
  tx: Transaction,
  caller: SignedInCaller,
  { code, id }: DocumentOfSale,
): Promise<StoredDocument> {
  const shown = requireShown(await lockOfSale(tx, code, id))
  await requireOthersSale(tx, caller, (await requireSale(tx, code)).id)
  return shown
}

function requireShown(document: StoredDocument | null): StoredDocument {
  if (!document) throw new NotFound()
  if (document.withdrawnAt !== null) throw new Refused(memberDocumentMessages.withdrawn, 409)
  return document
}

async function readDocument(
  db: Database | Transaction,
  { code, id }: DocumentOfSale,
): Promise<StaffDocument> {
  const stored = await findOfSale(db, code, id)
  if (!stored) throw new NotFound()
  return present(stored)
}

function present(stored: StoredDocument): StaffDocument {
  return {
    id: stored.id,
    sale_code: stored.saleCode,
    ...fieldsOf(stored),
    category: stored.category,
    name: stored.name,
    size: stored.size,
    content_type: stored.type,
    version: stored.version,
    published_at: isoSeconds(stored.publishedAt),
    withdrawn_at: stored.withdrawnAt && isoSeconds(stored.withdrawnAt),
    reason: stored.reason,
    former_holder: stored.formerHolder,
    earlier_versions: stored.earlierVersions,
  }
}
