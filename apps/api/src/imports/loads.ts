import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { undoableSchema } from '@carpeta/contract/imports'
import { readSale } from '@carpeta/contract/read-sale'
import { importMessages } from '@carpeta/domain/imports/import-rules'
import type { HolderChanges, ReplacedSample } from '@carpeta/domain/imports/load-consequences'
import { rejectSentence } from '@carpeta/domain/imports/reject-reasons'
import { type ComparedSale, compareFigures } from '@carpeta/domain/imports/sale-figures'
import { canonicalRut } from '@carpeta/domain/people/rut'
import { ownSaleRefusal } from '@carpeta/domain/sales/own-sale'
import {
  findingNames,
  findingSentence,
  HIDDEN_VALUE,
  isLoadFindingCode,
} from '@carpeta/domain/sales/sale-findings'
import type { z } from 'zod'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction, requireRecentAuthentication } from '../auth/caller-transaction.ts'
import type { Database, JobDatabase, Transaction } from '../db/client.ts'
import { type CsvCell, csvNumber, csvStream, csvText } from '../files/csv-writer.ts'
import { type AuditActor, operator, type SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { enqueueJob, LOADS_QUEUE } from '../jobs/jobs-store.ts'
import { countDocumentsOfSales, hasDocuments } from '../member-documents/member-documents-store.ts'
import { holdEmails, releaseEmails } from '../news/news-emails.ts'
import { countToldNews, retractNews } from '../news/news-store.ts'
import { countReportsOfSales, isSaleReported } from '../payment-reports/payment-reports-store.ts'
import { reopenUnpaid } from '../payment-reports/staff-reports.ts'
import { countOrdersOfSales, isSalePaidOnline } from '../payments/payments-store.ts'
import { countAccountsCreatedAt, listAccounts } from '../people/people-store.ts'
import { findPermitted } from '../people/staff-store.ts'
import { countRequestsOfSales, isSaleRequested } from '../requests/requests-store.ts'
import { hasErasedBuyer } from '../sales/erased-buyers-store.ts'
import { ownCodesAmong } from '../sales/sale-accesses.ts'
import { countAccessesOfSales, isSaleShared } from '../sales/sale-accesses-store.ts'
import { dateSales, removeSales, restoreSales, showSales } from '../sales/sale-bodies-store.ts'
import { comparedSale } from './checked-sale.ts'
import { countUndoneHolderChanges } from './holder-changes-store.ts'
import {
  type Comparison,
  dropFormerVersions,
  formerDates,
  formerVersions,
  isChangedBy,
  readComparison,
} from './load-changes-store.ts'
import {
  countFindings,
  findLastLoad,
  findWireLoads,
  forgetUndo,
  type Load,
  listAllRejects,
  listFindings,
  lockImport,
  markUndoAsked,
  markUndone,
  type WireFinding,
  type WireReject,
} from './loads-store.ts'
import type { ReportedReject } from './staging-store.ts'

/**
 * The figures of a sale before and after a load, or after a dry run. Reading them is recorded.
 * @throws {NotFound} also when its figures are not stored
 * @throws {Refused} 403 for a purchase of the caller's own, also by what is compared
 */
export async function compareSale(
  { db }: { db: Database },
  caller: SignedInCaller,
  { loadId, saleCode }: { loadId: number; saleCode: string },
): Promise<AnswerOf<'GET /api/loads/:id/figures/'>> {
  const comparison = await readComparison(db, loadId, saleCode)
  if (comparison === null) throw new NotFound()
  const { before, after } = comparedSales(comparison)
  const ruts = new Set([before, after].flatMap((sale) => sale?.holderRut ?? []))
  if (ruts.size === 0) throw new NotFound()
  const isOwn = (await ownCodesAmong(db, caller, [saleCode])).size > 0
  if (isOwn || [before, after].some((sale) => isBuyerOf(sale, caller))) {
    throw new Refused(ownSaleRefusal, 403)
  }
  // Another holder may have had the sale before.
  for (const rut of ruts) {
    const [holder] = await listAccounts(db, { rut })
    const subjectId = holder?.id ?? null
    const object = { type: 'sale', id: saleCode }
    if (subjectId !== caller.id) {
      await recordAuditEvent(db, caller, { action: 'member.read', object, subjectId })
    }
  }
  const figures = compareFigures(before, after)
  return {
    figures: figures.map(({ isChanged, ...figure }) => ({ ...figure, is_changed: isChanged })),
    left_behind: comparison.leftBehind,
  }
}

/** A dry run's sale may name a buyer whom no load has brought yet. */
function isBuyerOf(sale: ComparedSale | null, { user }: SignedInCaller): boolean {
  const rut = user.profile.social_security
  const coHolder = canonicalRut(String(sale?.details.coHolder?.rut ?? ''))
  return rut !== '' && (rut === sale?.holderRut || rut === coHolder)
}

interface ComparedSales {
  before: ComparedSale | null
  after: ComparedSale | null
}

function comparedSales(comparison: Comparison): ComparedSales {
  if ('rows' in comparison) {
    const { before, after } = comparison.rows
    return { before: before && comparedSale(before), after: after && comparedSale(after) }
  }
  const { before, after } = comparison.views
  return {
    before: before === null ? null : viewedSale(before),
    after: after === null ? null : viewedSale(after),
  }
}

function viewedSale(view: string): ComparedSale {
  const sale = readSale(JSON.parse(view))
  const { holder, coHolder, properties, instalments, payments, deed } = sale
  return {
    ...sale,
    holderRut: canonicalRut(holder.rut) ?? holder.rut,
    details: {
      ...{ sale: { ...sale }, holder, coHolder, properties, instalments, payments },
      lender: deed?.lender ?? '',
    },
  }
}

/** Says no value of a purchase of the reader's own. */
export async function withoutOwnValues(
  db: Database,
  caller: SignedInCaller,
  rejects: WireReject[],
): Promise<WireReject[]> {
  const own = await ownCodesAmong(db, caller, codesOf(rejects))
  return rejects.map((reject) =>
    own.has(reject.sale ?? '') ? { ...reject, value: HIDDEN_VALUE } : reject,
  )
}

/** Says no figure of a purchase of the reader's own. */
export async function withoutOwnFigures(
  db: Database,
  caller: SignedInCaller,
  findings: WireFinding[],
): Promise<WireFinding[]> {
  const own = await ownCodesAmong(db, caller, codesOf(findings))
  return findings.map((finding) =>
    own.has(finding.sale) ? { ...finding, stated: HIDDEN_VALUE, computed: HIDDEN_VALUE } : finding,
  )
}

function codesOf(rows: { sale: string | null }[]): string[] {
  return [...new Set(rows.flatMap(({ sale }) => sale ?? []))]
}

/** The broken rules of a load as CSV; the download is recorded, since values may be about people. */
export async function readRejectsFile(
  { db }: { db: Database },
  caller: SignedInCaller,
  loadId: number,
): Promise<string> {
  await requireRecentAuthentication(db, caller)
  const object = { type: 'load', id: loadId }
  await recordAuditEvent(db, caller, { action: 'load.exported', object, after: { format: 'csv' } })
  const rejects = await withoutOwnValues(db, caller, await listAllRejects(db, loadId))
  return csvText([
    [...head, 'Socio', 'Propiedad', 'Qué corregir'],
    ...rejects.map(({ sale, ...reject }) => [
      ...cellsOf({ ...reject, saleCode: sale }),
      ...[reject.holder, reject.home, rejectSentence(reject)],
    ]),
  ])
}

/** A load's findings as CSV; the download is recorded, since they name people. */
export async function readFindingsFile(
  { db }: { db: Database },
  caller: SignedInCaller,
  loadId: number,
): Promise<string> {
  await requireRecentAuthentication(db, caller)
  const object = { type: 'load', id: loadId }
  const action = 'load.findings_exported'
  await recordAuditEvent(db, caller, { action, object, after: { format: 'csv' } })
  const limit = await countFindings(db, loadId)
  const all = await listFindings(db, loadId, { offset: 0, limit })
  const findings = await withoutOwnFigures(db, caller, all)
  return csvText([
    ['Venta', 'Socio', 'Propiedad', 'Qué no cuadra', 'Detalle'],
    ...findings.map(({ sale, holder, home, code, stated, computed }) => [
      ...[sale, holder, home],
      ...(isLoadFindingCode(code)
        ? [findingNames[code], findingSentence({ code, stated, computed })]
        : [code, '']),
    ]),
  ])
}

const head = ['Archivo', 'Línea', 'Venta', 'Campo', 'Valor', 'Motivo']

function cellsOf({ file, line, saleCode, field, value, reason }: ReportedReject): CsvCell[] {
  return [file, csvNumber(String(line)), saleCode ?? '', field, value, reason]
}

/** Broken rules for accounting, as Chile's Excel opens them. */
export function rejectsCsv(rejects: ReportedReject[]): string {
  return csvText([head, ...rejects.map(cellsOf)])
}

/** The same, streamed. */
export function rejectsCsvStream(rejects: AsyncIterable<ReportedReject>): NodeJS.ReadableStream {
  return csvStream(rows(rejects))
}

async function* rows(rejects: AsyncIterable<ReportedReject>): AsyncGenerator<CsvCell[]> {
  yield head
  for await (const reject of rejects) yield cellsOf(reject)
}

type UndoRefusal = 'no_load' | 'is_sample' | 'not_restorable'

/** The last load and what undoing it cannot bring back. */
interface UndoableLoad {
  load: Load
  /** Null when it can be undone. */
  refusal: UndoRefusal | null
  /** Accounts that stay, and how many of their owners got an email. */
  accounts: { created: number; invited: number }
  /** Requests for sales that the load added; they stay, and their sales are hidden. */
  requestsOnAdded: number
  /** Payments that members reported for sales that the load added. */
  reportsOnAdded: number
  /** Documents that staff published in them. */
  documentsOnAdded: number
  accessesOnAdded: number
  /** Payments by Webpay. */
  ordersOnAdded: number
  /** News that members have read, and emails with news that were sent. */
  news: { read: number; emailed: number }
  /** The parts of the sample cooperative that the load deleted. */
  deletedSample: Omit<ReplacedSample, 'sales'>
  /** Sales that go back to their former holder, and what stays with the present one. */
  holderChanges: HolderChanges | null
}

/** The last load with the consequences of an undo; null when there is none. */
export async function findUndoableLoad(db: Database | Transaction): Promise<UndoableLoad | null> {
  const load = await findLastLoad(db)
  if (load === null) return null
  const isAdded = isChangedBy(load.id, 'added')
  return {
    load,
    refusal: refusalOf(load),
    accounts: await countAccountsCreatedAt(db, load.appliedAt),
    requestsOnAdded: await countRequestsOfSales(db, isAdded),
    reportsOnAdded: await countReportsOfSales(db, isAdded),
    documentsOnAdded: await countDocumentsOfSales(db, isAdded),
    accessesOnAdded: await countAccessesOfSales(db, isAdded),
    ordersOnAdded: await countOrdersOfSales(db, isAdded),
    news: await countToldNews(db, load.id),
    deletedSample: {
      requests: load.sampleRequests,
      procedures: load.sampleProcedures,
      documents: load.sampleDocuments,
      reports: load.sampleReports,
      announcements: load.sampleAnnouncements,
      values: load.sampleValues,
    },
    holderChanges: load.holderChanges && (await countUndoneHolderChanges(db, load.id)),
  }
}

function refusalOf(load: Load): UndoRefusal | null {
  if (load.isSample) return 'is_sample'
  return load.isRestorable ? null : 'not_restorable'
}

type UndoOutcome =
  | { result: 'undone'; undone: UndoableLoad }
  | { result: 'refused'; refusal: UndoRefusal | 'another_load' }

/**
 * Restores every sale as it was before the last load. New accounts stay. A sale that the load added
 * is deleted, or hidden when something refers to it or its buyer was erased. Reports that one of its payments confirmed
 * wait again.
 * @param loadId the load that the caller means
 */
export async function undoLastLoad(
  tx: Transaction,
  actor: AuditActor,
  loadId: number,
): Promise<UndoOutcome> {
  await lockImport(tx)
  const undone = await findUndoableLoad(tx)
  if (undone === null) return { result: 'refused', refusal: 'no_load' }
  const { load, refusal } = undone
  if (load.id !== loadId) return { result: 'refused', refusal: 'another_load' }
  if (refusal !== null) return { result: 'refused', refusal }

  await restoreSales(tx, formerVersions(load.id))
  await showSales(tx, isChangedBy(load.id, 'withdrawn'))
  await dateSales(tx, formerDates(load.id))
  await removeSales(tx, isChangedBy(load.id, 'added'), [
    isSaleRequested,
    isSaleReported,
    isSaleShared,
    hasDocuments,
    isSalePaidOnline,
    hasErasedBuyer,
  ])
  await markUndone(tx, load.id, actor.id)
  await dropFormerVersions(tx)
  await retractNews(tx, load.id)
  await reopenUnpaid(tx, actor, new Date(load.appliedAt))
  const { added, changed, withdrawn } = load
  await recordAuditEvent(tx, actor, {
    action: 'load.undone',
    object: { type: 'load', id: load.fileName.slice(0, 500) },
    after: { cutoff: load.cutoff?.toISOString() ?? null, added, changed, withdrawn },
  })
  return { result: 'undone', undone }
}

export const UNDO_LOAD = 'undo_load'

interface UndoJob {
  loadId: number
  /** The user who asked for it. */
  undoneBy: number
  /** Set by an earlier build that paused the emails for the undo. */
  holdsEmails?: boolean
}

/**
 * Queues the undo of the last load, which must be the one that the caller saw: with many sales it takes longer
 * than a call may. Asked again, it is queued once. From now on the load sends no email of its news.
 * @throws {Refused} 403 without a recent authentication, 409 when it cannot be undone
 */
export async function askForUndo(
  { db }: { db: Database },
  caller: SignedInCaller,
  loadId: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    await requireRecentAuthentication(tx, caller)
    const load = await findLastLoad(tx)
    if (load?.id !== loadId) throw new Refused(importMessages.undoneMeanwhile, 409)
    if (refusalOf(load) !== null) throw new Refused(importMessages.cannotUndo, 409)
    if (!(await markUndoAsked(tx, loadId))) return
    await holdEmails(tx, loadId)
    const job: UndoJob = { loadId, undoneBy: caller.id }
    await enqueueJob(tx, UNDO_LOAD, job, { queue: LOADS_QUEUE })
  })
}

const MAX_ATTEMPTS = 3

/**
 * The job. Nothing is undone when another load came before its turn, or when who asked may not load any more.
 * @param attempt counted from 1 by the queue
 */
export async function runUndo(
  { db }: { db: JobDatabase },
  payload: unknown,
  attempt: number,
): Promise<void> {
  const job = payload as UndoJob
  const { loadId, undoneBy } = job
  await db.transaction(async (tx) => {
    if (attempt > MAX_ATTEMPTS) return giveUp(tx, job)
    // Put out since, or no longer permitted.
    if (!(await findPermitted(tx, 'sales.import_sales', undoneBy))) return giveUp(tx, job)
    const { result } = await undoLastLoad(tx, { ...operator, id: undoneBy }, loadId)
    if (result === 'refused') await giveUp(tx, job)
  })
}

/** Its emails go out after all. */
async function giveUp(tx: Transaction, { loadId, holdsEmails = false }: UndoJob): Promise<void> {
  await forgetUndo(tx, loadId)
  await releaseEmails(tx, loadId, { isPausedForUndo: holdsEmails })
}

export async function presentUndoable(
  db: Database,
  undoable: UndoableLoad | null,
): Promise<z.infer<typeof undoableSchema> | null> {
  if (undoable === null) return null
  const { refusal, accounts, news, deletedSample } = undoable
  if (refusal === 'no_load') return null
  const [load] = await findWireLoads(db, [undoable.load.id])
  if (!load) return null
  return {
    load,
    refusal,
    is_under_way: undoable.load.undoAskedAt !== null,
    accounts,
    requests_on_added: undoable.requestsOnAdded,
    reports_on_added: undoable.reportsOnAdded,
    documents_on_added: undoable.documentsOnAdded,
    accesses_on_added: undoable.accessesOnAdded,
    orders_on_added: undoable.ordersOnAdded,
    news,
    deleted_sample: deletedSample,
    holder_changes: undoable.holderChanges,
  }
}
