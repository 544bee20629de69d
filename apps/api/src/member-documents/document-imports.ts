import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { DocumentImport } from '@carpeta/contract/member-documents'
import {
  documentImportMessages,
  type FileCorrection,
  MAX_STORED_ZIPS,
} from '@carpeta/domain/member-documents/document-import-rules'
import type { DocumentCategory } from '@carpeta/domain/member-documents/member-document-rules'
import { ownSaleRefusal } from '@carpeta/domain/sales/own-sale'
import { recordContentRead, recordListRead } from '../audit/record-audit-event.ts'
import { callerTransaction, requireRecentAuthentication } from '../auth/caller-transaction.ts'
import type { Config } from '../config/config.ts'
import type { Database, JobDatabase, Queryable, Transaction } from '../db/client.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import { admit, storeDocument } from '../documents/guard-file.ts'
import { type ReceivedFile, receiveFile } from '../documents/receive-file.ts'
import { packingOf } from '../files/read-file.ts'
import { UnreadableExport } from '../files/unreadable-export.ts'
import { operator, type SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { findPermitted } from '../people/staff-store.ts'
import { lockUser } from '../people/users-store.ts'
import { hasPurchases, ownCodesAmong } from '../sales/sale-accesses.ts'
import {
  countStoredZips,
  deleteImport,
  deleteOldImports,
  detachZip,
  findImport,
  findWireImport,
  insertImport,
  lockImport,
  type StoredImport,
  savePlan,
  saveProgress,
  saveState,
} from './document-imports-store.ts'
import {
  applyImport,
  type ImportPlan,
  NotPublishable,
  type PlannedDocument,
  planImport,
  type RejectedFile,
} from './import-documents.ts'
import { type ImportSource, openImportSource } from './import-source.ts'
import { findSales } from './member-documents-store.ts'
import { countDocumentEmails } from './own-documents-store.ts'

type Services = DocumentServices & { config: Config }
type JobServices = Services & { db: JobDatabase }

const CHECK_DOCUMENTS = 'check_documents'
const PUBLISH_DOCUMENTS = 'publish_documents'
const DELETE_OLD_DOCUMENT_IMPORTS = 'delete_old_document_imports'
/** One at a time. */
const QUEUE = 'document_imports'

/** Rows of each list that a screen gets. */
const MAX_SHOWN = 500

interface ImportToRun {
  id: number
  /** Who confirmed it. */
  userId?: number
}

/** Stores a zip and queues its check. @throws {Refused} · {StorageError}; then nothing is stored */
export async function uploadImport(
  services: Services,
  caller: SignedInCaller,
  file: ReceivedFile | null,
): Promise<DocumentImport> {
  if (!file || packingOf(await file.bytesAt(0, 4)) !== 'zip') {
    throw new Refused([documentImportMessages.noZip])
  }
  if ((await countStoredZips(services.db, caller.id)) >= MAX_STORED_ZIPS) {
    throw new Refused(documentImportMessages.tooManyStored, 409)
  }
  const upload = { ...admit(file, 'application/zip'), uploadedBy: caller.id }
  const id = await storeDocument(services, caller, upload, async (tx, documentId) => {
    const id = await insertImport(tx, { documentId, name: file.name, createdBy: caller.id })
    await enqueueJob(tx, CHECK_DOCUMENTS, { id } satisfies ImportToRun, { queue: QUEUE })
    return id
  })
  return requireImport(services.db, id)
}

/** @throws {NotFound} */
export async function readImport(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<AnswerOf<'GET /api/document-imports/:id/'>> {
  const wire = await requireImport(db, id)
  const plan = (await findImport(db, id))?.plan
  await recordContentRead(db, caller, { type: 'document_import', id }, plan?.rejects ?? [])
  await recordListRead(db, caller, 'sale', idsOf(plan?.documents ?? []))
  const shown = (plan?.documents ?? []).slice(0, MAX_SHOWN)
  const documents = await withoutOwn(db, caller, shown, { title: ownSaleRefusal.text })
  const rejects = await rejectsFor(db, caller, wire, (plan?.rejects ?? []).slice(0, MAX_SHOWN))
  return {
    ...wire,
    told: await toldOf(db, plan?.documents ?? []),
    documents: documents.map(({ file, code, category, title, date, ...document }) => ({
      file,
      sale_code: code,
      category: category as DocumentCategory,
      title,
      date,
      visible_to_co_holder: document.visible_to_co_holder,
      is_known: document.isKnown,
    })),
    rejects: rejects.map(({ file, line, code, reason }) => ({
      file,
      line,
      sale_code: code,
      reason,
    })),
  }
}

async function rejectsFor(
  db: Database,
  caller: SignedInCaller,
  { created_by }: Pick<DocumentImport, 'created_by'>,
  rejects: RejectedFile[],
): Promise<RejectedFile[]> {
  const shown = await withoutOwn(db, caller, rejects, { reason: ownSaleRefusal.text })
  // Whoever made the zip knows what is in it.
  if (created_by.id === caller.id || !(await hasPurchases(db, caller))) return shown
  const known = new Set((await findSales(db, codesOf(rejects))).map(({ code }) => code))
  const reason = documentImportMessages.maybeOwn.text
  return shown.map((row, i) =>
    known.has(row.code) ? row : { ...row, file: `Archivo ${i + 1}`, code: '', reason },
  )
}

const codesOf = (rows: { code: string }[]) => [...new Set(rows.map(({ code }) => code))]

/** Hides for a purchase of the caller's own the file's name, which tells the title, and what `hidden` replaces. */
async function withoutOwn<Row extends { file: string; code: string }>(
  db: Database,
  caller: SignedInCaller,
  rows: Row[],
  hidden: Partial<Row>,
): Promise<Row[]> {
  const own = await ownCodesAmong(db, caller, codesOf(rows))
  return rows.map((row, i) =>
    own.has(row.code) ? { ...row, file: `${row.code} (${i + 1})`, ...hidden } : row,
  )
}

async function toldOf(db: Database, documents: PlannedDocument[]) {
  const added = documents.filter(({ isKnown }) => !isKnown)
  return {
    sales: new Set(added.map(({ saleId }) => saleId)).size,
    members: new Set(added.map(({ holderRut }) => holderRut)).size,
    by_email: await countDocumentEmails(db, added),
  }
}

function idsOf(documents: { saleId: number }[]): { id: number }[] {
  return [...new Set(documents.slice(0, MAX_SHOWN).map(({ saleId }) => saleId))].map((id) => ({
    id,
  }))
}

/** Reading them is recorded: the name of a file may be about a member. @throws {NotFound} */
export async function readRejects(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<RejectedFile[]> {
  const found = await findImport(db, id)
  if (!found) throw new NotFound()
  await requireRecentAuthentication(db, caller)
  const rejects = found.plan?.rejects ?? []
  await recordContentRead(db, caller, { type: 'document_import', id }, rejects)
  return rejectsFor(db, caller, await requireImport(db, id), rejects)
}

/**
 * Queues the publication of the documents of a checked zip: of all, or expressly without those that do not match.
 * @throws {NotFound} · {Refused} 409
 */
export function publishImport(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, withoutRejects, version }: { id: number; withoutRejects: boolean; version?: number },
): Promise<DocumentImport> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const { state } = await lockSeen(tx, id, version)
    const isReady = state === 'checked' || (withoutRejects && state === 'refused')
    if (!isReady) throw new Refused(documentImportMessages.notChecked, 409)
    await requireRecentAuthentication(tx, caller)
    await saveState(tx, id, { state: 'publishing', done: 0 })
    const payload: ImportToRun = { id, userId: caller.id }
    await enqueueJob(tx, PUBLISH_DOCUMENTS, payload, { queue: QUEUE })
    return requireImport(tx, id)
  })
}

/**
 * Queues another check, with what staff say of files that do not match.
 * @throws {NotFound} · {Refused} 409 · 403 for a purchase of the caller's own
 */
export function correctImport(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, corrections, version }: { id: number; corrections: FileCorrection[]; version?: number },
): Promise<DocumentImport> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const { state, plan, storageKey } = await lockSeen(tx, id, version)
    const codes = corrections.map(({ code }) => code)
    if ((await ownCodesAmong(tx, caller, codes)).size > 0) throw new Refused(ownSaleRefusal, 403)
    if (state !== 'refused' || plan === null || storageKey === null) {
      throw new Refused(documentImportMessages.notChecked, 409)
    }
    const corrected = new Set(corrections.map(({ file }) => file))
    const former = (plan.corrections ?? []).filter(({ file }) => !corrected.has(file))
    await savePlan(tx, id, { ...plan, ...changed(plan), corrections: [...former, ...corrections] })
    await saveState(tx, id, { state: 'checking', done: 0 })
    await enqueueJob(tx, CHECK_DOCUMENTS, { id } satisfies ImportToRun, { queue: QUEUE })
    return requireImport(tx, id)
  })
}

/** Ends a check that runs. @throws {NotFound} · {Refused} 409 while it is being published, or corrected since it was read */
export async function discardImport(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, version }: { id: number; version?: number | undefined },
): Promise<void> {
  await callerTransaction(db, caller, async (tx) => {
    const { state } = await lockSeen(tx, id, version)
    if (state === 'publishing') throw new Refused(documentImportMessages.publishing, 409)
    await deleteImport(tx, id)
  })
}

/** As who decides saw it. @throws {NotFound} · {Refused} 409 when a colleague corrected it meanwhile */
async function lockSeen(
  tx: Transaction,
  id: number,
  version: number | undefined,
): Promise<StoredImport> {
  const found = await lockImport(tx, id)
  if (!found) throw new NotFound()
  const present = found.plan?.revision ?? 0
  if (version !== undefined && version !== present) {
    throw new Refused(documentImportMessages.changedMeanwhile, 409)
  }
  return found
}

const changed = ({ revision = 0 }: ImportPlan) => ({ revision: revision + 1 })

async function requireImport(db: Queryable, id: number): Promise<DocumentImport> {
  const found = await findWireImport(db, id)
  if (!found) throw new NotFound()
  return found
}

async function check(services: JobServices, { id }: ImportToRun): Promise<void> {
  const { db } = services
  await run(services, id, 'checking', async (source, { plan: former }) => {
    const onProgress = progressOf(db, { id, state: 'checking' })
    const read = await planImport(services, source, onProgress, former?.corrections)
    const plan = { ...read, revision: former?.revision ?? 0 }
    await db.transaction(async (tx) => {
      await requireState(tx, id, 'checking')
      await saveChecked(tx, id, plan)
    })
  })
}

/** With rejects it is refused; its zip stays, to be corrected or published without them. */
async function saveChecked(tx: Transaction, id: number, plan: ImportPlan): Promise<void> {
  const { documents, rejects } = plan
  const known = documents.filter(({ isKnown }) => isKnown).length
  const counts = { added: documents.length - known, known, rejected: rejects.length }
  await savePlan(tx, id, plan)
  await saveState(tx, id, { state: rejects.length > 0 ? 'refused' : 'checked', ...counts })
}

async function publish(services: JobServices, { id, userId = 0 }: ImportToRun): Promise<void> {
  const { db } = services
  await run(services, id, 'publishing', async (source, { plan: stored }) => {
    await requirePublisher(db, userId)
    const plan = stored ?? { documents: [], rejects: [] }
    const publishing = applyImport(services, source, {
      plan: { ...plan, rejects: [] },
      caller: { ...operator, id: userId },
      publishedBy: userId,
      onProgress: progressOf(db, { id, state: 'publishing' }),
      authorize: async (tx) => {
        await lockUser(tx, userId, 'share')
        await requirePublisher(tx, userId)
      },
      onPublished: async (tx, added) => {
        await requireState(tx, id, 'publishing')
        // What was left out can still be read.
        await savePlan(tx, id, plan.rejects.length > 0 ? { ...plan, documents: [] } : null)
        await saveState(tx, id, { state: 'published', added })
        await detachZip(tx, id)
      },
    })
    await publishing.catch(async (error: unknown) => {
      if (!(error instanceof NotPublishable)) throw error
      await db.transaction(async (tx) => {
        await requireState(tx, id, 'publishing')
        await saveChecked(tx, id, withRejects(plan, error.rejects))
      })
    })
  })
}

function withRejects(plan: ImportPlan, rejects: RejectedFile[]): ImportPlan {
  const rejected = new Set(rejects.map(({ file }) => file))
  return {
    ...plan,
    ...changed(plan),
    documents: plan.documents.filter(({ file }) => !rejected.has(file)),
    rejects: [...plan.rejects, ...rejects],
  }
}

/** Staff may have discarded it, or an erasure given it up. */
async function requireState(
  tx: Transaction,
  id: number,
  state: StoredImport['state'],
): Promise<void> {
  if ((await lockImport(tx, id))?.state === state) return
  throw new UnreadableExport(documentImportMessages.erasedMeanwhile)
}

async function requirePublisher(db: Database | Transaction, userId: number): Promise<void> {
  if (await findPermitted(db, 'documents.publish_documents', userId)) return
  throw new UnreadableExport(documentImportMessages.notPermitted.text)
}

/** Begins again after a kill; a zip that cannot be read has failed. */
async function run(
  services: JobServices,
  id: number,
  state: StoredImport['state'],
  work: (source: ImportSource, stored: StoredImport) => Promise<void>,
): Promise<void> {
  const { db, storage, config } = services
  const stored = await findImport(db, id)
  if (stored?.state !== state || stored.storageKey === null) return
  const { name } = stored
  try {
    const content = await storage.read(stored.storageKey)
    await using zip = await receiveFile({ name, content }, config)
    const maxBytes = config.maxExport.unpacked
    await using source = await openImportSource(zip.path ?? '', { name, maxBytes })
    await work(source, stored)
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error
    await fail(db, id, error.message)
  }
}

async function fail(db: JobDatabase, id: number, failure: string): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await lockImport(tx, id)
    if (found?.state !== 'checking' && found?.state !== 'publishing') return
    await savePlan(tx, id, null)
    await saveState(tx, id, { state: 'failed', failure })
    await detachZip(tx, id)
  })
}

const PROGRESS_MS = 1000

/** Saves the progress once a second, and ends the work when nobody waits for it any more. */
function progressOf(db: Database, ofImport: Pick<StoredImport, 'id' | 'state'>) {
  let last = 0
  return async (progress: { done: number; total: number }) => {
    if (Date.now() - last < PROGRESS_MS) return
    last = Date.now()
    if (await saveProgress(db, ofImport, progress)) return
    throw new UnreadableExport(documentImportMessages.erasedMeanwhile)
  }
}

/** A zip that ends the process each time must not keep the queue waiting. */
const MAX_ATTEMPTS = 3

export function documentImportJobs(services: JobServices): ModuleJobs {
  const attempt =
    (work: typeof check) =>
    async (payload: unknown, { job }: { job: { attempts: number } }) => {
      const call = payload as ImportToRun
      if (job.attempts > MAX_ATTEMPTS) {
        return fail(services.db, call.id, documentImportMessages.failed.text)
      }
      await work(services, call)
    }
  return {
    tasks: {
      [CHECK_DOCUMENTS]: attempt(check),
      [PUBLISH_DOCUMENTS]: attempt(publish),
      [DELETE_OLD_DOCUMENT_IMPORTS]: async () => {
        await deleteOldImports(services.db, services.config.retention.exportDays)
      },
    },
    slow: [CHECK_DOCUMENTS, PUBLISH_DOCUMENTS],
    schedule: [`22 5 * * * ${DELETE_OLD_DOCUMENT_IMPORTS} ?queue=${QUEUE}`],
  }
}
