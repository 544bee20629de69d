import { importMessages } from '@carpeta/domain/imports/import-rules'
import type { HolderChanges, ReplacedSample } from '@carpeta/domain/imports/load-consequences'
import type { SaleChecks } from '@carpeta/domain/sales/sale-findings'
import pLimit from 'p-limit'
import type { AuditEvent } from '../audit/audit-event.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { endAccessOfPartners } from '../auth/prepared-access.ts'
import type { JobDatabase, Transaction } from '../db/client.ts'
import { rolledBack } from '../db/rolled-back.ts'
import { type AuditActor, operator } from '../http/caller.ts'
import { recordNews } from '../news/record-news.ts'
import { findEmptiedFigures } from '../sales/emptied-figures-store.ts'
import { findUnusualChanges } from '../sales/unusual-changes-store.ts'
import { countStagedHolderChanges } from './holder-changes-store.ts'
import {
  dropFormerVersions,
  formerVersions,
  recordChanges,
  recordConfirmations,
  recordFindings,
} from './load-changes-store.ts'
import {
  findLastLoad,
  insertLoad,
  lockImport,
  markRestorable,
  type NewLoad,
  newestCutoff,
  storeRejects,
} from './loads-store.ts'
import {
  emptiedRefusal,
  headerRefusal,
  nameFailingColumns,
  type Refusal,
  type RefusalCode,
  type RefusalLimits,
  salesRefusal,
  unusualRefusal,
} from './refuse-load.ts'
import type { ExportSource, OpenedExport } from './sources/export-source.ts'
import { stageSales } from './stage-sales.ts'
import {
  applyStaged,
  countNewAccounts,
  countRejects,
  countReplacedSample,
  countStaged,
  createHolderAccounts,
  createStaging,
  listUnreadableEmails,
  type ReportedReject,
  readAllRejects,
  readRejects,
  rejectRepeatedCodes,
  type StagedCounts,
} from './staging-store.ts'

export interface ImportOutcome {
  /** The row in `loads`; null for a dry run that was not recorded, and for a repeated load. */
  loadId: number | null
  /** Null when the load was applied, or would be in a dry run. */
  refusal: string | null
  refusalCode: RefusalCode | null
  cutoff: Date | null
  /** How many sales the header announced. */
  announced: number | null
  counts: StagedCounts | null
  withdrawn: number
  newAccounts: number
  /** The codes of sales whose holder cannot be invited: accounting's email cannot be read. */
  unreadableEmails: string[]
  /** Null unless a sale changes its holder. */
  holderChanges: HolderChanges | null
  /** Null unless something of the sample goes. */
  replacedSample: ReplacedSample | null
  /** A sale may break several rules. */
  brokenRules: number
  /** The first thousand broken rules, in the order of the export. */
  rejects: ReportedReject[]
}

export const nothingRead: ImportOutcome = {
  loadId: null,
  refusal: null,
  refusalCode: null,
  cutoff: null,
  announced: null,
  counts: null,
  withdrawn: 0,
  newAccounts: 0,
  unreadableEmails: [],
  holderChanges: null,
  replacedSample: null,
  brokenRules: 0,
  rejects: [],
}

const MAX_REPORTED = 1000

export interface ImportOptions extends RefusalLimits {
  /** Reports the outcome and applies nothing. */
  dryRun?: boolean
  /** Records a dry run in the history, with what it would change. */
  recordDryRun?: boolean
  isSample?: boolean
  /** Which contradictions become findings. */
  checks?: SaleChecks
  /** The newest load at the dry run: refuses this load when another one was applied since. */
  expectedLoadId?: number | null
  /** No email with news goes out until staff send them. */
  pauseEmails?: boolean
  /** Who loads; the portal's operator by default. */
  actor?: AuditActor
  /** Called when another load is under way, which this one waits for. */
  onWait?: () => void
  /** Called once no other load or erasure is under way. */
  onBegin?: (tx: Transaction) => Promise<void>
  /** Called at the end of the load's transaction. */
  onFinish?: (tx: Transaction, outcome: ImportOutcome) => Promise<void>
  /** Called after each batch of sales. */
  onProgress?: (progress: { sales: number; part: number }) => void
  /** Gets every broken rule, before the load is applied or refused. */
  onRejects?: (rejects: AsyncIterable<ReportedReject>) => Promise<void>
}

/**
 * Loads an accounting export in one transaction: everything, everything but bad sales, or nothing
 * (docs/accounting-export.md). @throws {UnreadableExport}
 */
export function importSales(
  db: JobDatabase,
  source: ExportSource,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  return db.transaction(async (tx) => {
    queueStatements(tx)
    await lockImport(tx, options.onWait)
    await options.onBegin?.(tx)
    await createStaging(tx)
    const opened = await source.open(tx)
    try {
      const outcome = await readExport(tx, opened, options)
      const recorded = await recordAndApply(tx, { source, opened, outcome, options })
      await options.onFinish?.(tx, recorded)
      return recorded
    } finally {
      await opened.close()
    }
  })
}

/** Stages the export and compares it with the stored sales; changes nothing. */
async function readExport(
  tx: Transaction,
  opened: OpenedExport,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const { header } = opened
  const { isSample = false, accepts = [] } = options
  const outcome: ImportOutcome = {
    ...nothingRead,
    cutoff: header?.cutoff ?? null,
    announced: header?.announced ?? null,
  }
  // The sample's cut-off is a fixed day, whatever the machine's clock says.
  const now = isSample ? new Date(8.64e15) : new Date()
  const refusal =
    (await otherLoadRefusal(tx, options)) ??
    headerRefusal(header, { newest: await newestCutoff(tx), now, accepts })
  if (header === null || refusal) return refused(outcome, refusal)

  const seen = await stageSales(tx, opened, options)
  await rejectRepeatedCodes(tx)
  const failing = await nameFailingColumns(tx, seen)
  const counts = await countStaged(tx)
  const reason =
    salesRefusal(counts, header.announced, { ...options, failing }) ??
    (await changesRefusal(tx, counts, options))
  const withdraw = mayWithdraw({ counts })
  const replaced = withdraw && !isSample ? await countReplacedSample(tx, counts) : null
  const staged: ImportOutcome = {
    ...outcome,
    counts,
    brokenRules: await countRejects(tx),
    rejects: await readRejects(tx, MAX_REPORTED),
    withdrawn: withdraw ? counts.vanishing + counts.vanishingSample : 0,
    newAccounts: await countNewAccounts(tx),
    unreadableEmails: await listUnreadableEmails(tx),
    holderChanges: await countStagedHolderChanges(tx),
    replacedSample: replaced && Object.values(replaced).some(Boolean) ? replaced : null,
  }
  return refused(staged, reason)
}

async function changesRefusal(
  tx: Transaction,
  { changed, shown }: StagedCounts,
  options: ImportOptions,
): Promise<Refusal | null> {
  if (changed === 0) return null
  return (
    emptiedRefusal(await findEmptiedFigures(tx), shown, options) ??
    unusualRefusal(await findUnusualChanges(tx), shown, options)
  )
}

/** Another load was applied since the dry run. */
async function otherLoadRefusal(
  tx: Transaction,
  { expectedLoadId = null }: ImportOptions,
): Promise<Refusal | null> {
  if (expectedLoadId === null) return null
  const last = await findLastLoad(tx)
  if ((last?.id ?? 0) === expectedLoadId) return null
  return { code: 'another_load', sentence: importMessages.anotherLoad.text }
}

function refused(outcome: ImportOutcome, refusal: Refusal | null): ImportOutcome {
  return { ...outcome, refusal: refusal?.sentence ?? null, refusalCode: refusal?.code ?? null }
}

/** A line without a readable code may be any of the missing sales. */
function mayWithdraw({ counts }: Pick<ImportOutcome, 'counts'>): boolean {
  return counts?.withoutCode === 0
}

interface ReadLoad {
  source: ExportSource
  opened: OpenedExport
  outcome: ImportOutcome
  options: ImportOptions
}

/** Records the load, and applies it unless it is refused or tried. */
async function recordAndApply(tx: Transaction, load: ReadLoad): Promise<ImportOutcome> {
  const { outcome, options } = load
  const { dryRun = false, recordDryRun = false, actor = operator } = options
  if (outcome.counts) await options.onRejects?.(readAllRejects(tx))
  if (dryRun && !recordDryRun) return outcome
  const isApplied = !dryRun && outcome.refusal === null
  if (isApplied && (await isRepeated(tx, load))) {
    await recordAuditEvent(tx, actor, loadEvent(load))
    return outcome
  }
  const emails = dryRun && outcome.refusal === null ? await countEmails(tx, load) : null
  const loadId = await record(tx, load, { isTried: !isApplied, emails })
  if (isApplied) {
    await apply(tx, loadId, outcome, options)
    await endAccessOfPartners(tx, null)
  }
  if (!dryRun) await recordAuditEvent(tx, actor, loadEvent(load))
  return { ...outcome, loadId }
}

interface Recorded {
  isTried: boolean
  /** Null unless they were counted. */
  emails: number | null
}

async function record(
  tx: Transaction,
  load: ReadLoad,
  { isTried, emails }: Recorded,
): Promise<number> {
  const { outcome } = load
  const loadId = await insertLoad(tx, { ...newLoad(load), emails })
  if (outcome.counts) {
    await storeRejects(tx, loadId)
    await recordFindings(tx, loadId)
    await recordChanges(tx, loadId, { withdraw: mayWithdraw(outcome), isTried })
  }
  return loadId
}

/** How many emails with news the load would create: applies it, and takes it back. */
async function countEmails(tx: Transaction, load: ReadLoad): Promise<number> {
  if (await isRepeated(tx, load)) return 0
  const { outcome, options } = load
  const applied = { ...load, options: { ...options, dryRun: false } }
  return rolledBack(tx, async () => {
    const loadId = await record(tx, applied, { isTried: false, emails: null })
    return apply(tx, loadId, outcome, { ...options, dryRun: true })
  })
}

/** Whether the last load was this export, and nothing has changed since. */
async function isRepeated(
  tx: Transaction,
  { opened, outcome, options }: ReadLoad,
): Promise<boolean> {
  const last = await findLastLoad(tx)
  const { counts, withdrawn } = outcome
  return (
    last?.fileHash === opened.hash() &&
    last.isSample === (options.isSample ?? false) &&
    counts?.added === 0 &&
    counts.changed === 0 &&
    withdrawn === 0
  )
}

/** @returns how many emails with news it created */
async function apply(
  tx: Transaction,
  loadId: number,
  outcome: ImportOutcome,
  { dryRun = false, isSample = false, pauseEmails = false }: ImportOptions,
): Promise<number> {
  const { cutoff } = outcome
  if (cutoff === null) throw new Error('a load without a cut-off was accepted')
  await recordConfirmations(tx, loadId, { cutoff, isSample })
  await markRestorable(tx, loadId)
  await dropFormerVersions(tx)
  // A check locks no account; nobody who has yet to activate one gets news.
  if (!dryRun) await createHolderAccounts(tx, isSample)
  await applyStaged(tx, { cutoff, isSample, withdraw: mayWithdraw(outcome) })
  if (isSample) return 0
  return recordNews(tx, { loadId, former: formerVersions(loadId), pausesEmails: pauseEmails })
}

function newLoad({ source, opened, outcome, options }: ReadLoad): Omit<NewLoad, 'emails'> {
  const { counts, replacedSample } = outcome
  const { dryRun = false, isSample = false, actor = operator } = options
  return {
    state: dryRun ? 'tried' : outcome.refusal === null ? 'applied' : 'refused',
    loadedBy: actor.id,
    fileName: source.name,
    // When the header is refused nothing more is read.
    fileHash: counts ? opened.hash() : '',
    cutoff: outcome.cutoff,
    isSample,
    announced: outcome.announced,
    added: counts?.added ?? 0,
    changed: counts?.changed ?? 0,
    unchanged: counts?.unchanged ?? 0,
    rejected: counts?.bad ?? 0,
    withdrawn: outcome.withdrawn,
    newAccounts: outcome.newAccounts,
    holderChanges: outcome.holderChanges,
    brokenRules: outcome.brokenRules,
    sampleSales: replacedSample?.sales ?? 0,
    sampleRequests: replacedSample?.requests ?? 0,
    sampleProcedures: replacedSample?.procedures ?? 0,
    sampleDocuments: replacedSample?.documents ?? 0,
    sampleReports: replacedSample?.reports ?? 0,
    sampleAnnouncements: replacedSample?.announcements ?? 0,
    sampleValues: replacedSample?.values ?? 0,
    refusal: outcome.refusal,
    refusalCode: outcome.refusalCode,
  }
}

/** Counts only; the log needs no data of the sales. */
function loadEvent({ source, outcome, options }: ReadLoad): AuditEvent {
  const { cutoff, counts, withdrawn, newAccounts, refusal } = outcome
  const { accepts = [] } = options
  const object = { type: 'load', id: source.name.slice(0, 500) }
  const after = {
    cutoff: cutoff?.toISOString() ?? null,
    ...counts,
    withdrawn,
    newAccounts,
    ...(accepts.length > 0 && { accepted: accepts }),
  }
  return refusal === null
    ? { action: 'load.applied', object, after }
    : { action: 'load.refused', object, after, reason: refusal }
}

/** Lets steps that run at the same time share the connection, which runs one statement after the other. */
function queueStatements(tx: Transaction): void {
  const queue = pLimit(1)
  const { query, copy } = tx
  Object.assign(tx, {
    query: (statement) => queue(() => query(statement)),
    copy: (statement, chunks) => queue(() => copy(statement, chunks)),
  } satisfies Pick<Transaction, 'query' | 'copy'>)
}
