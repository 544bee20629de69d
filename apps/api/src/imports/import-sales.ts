import type { SaleChecks } from '@carpeta/domain/sales/findings/sale-findings'
import type { AuditEvent } from '../audit/audit-event.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database, Transaction } from '../db/client.ts'
import { type AuditActor, operator } from '../http/caller.ts'
import { recordNews } from '../news/record/record-news.ts'
import { recordFindings } from './findings/load-findings-store.ts'
import { type ImportOutcome, nothingRead } from './import-outcome.ts'
import {
  dropFormerVersions,
  formerVersions,
  recordChanges,
  recordConfirmations,
} from './load-changes-store.ts'
import {
  findLastLoad,
  insertLoad,
  keepOnlyRestorable,
  lockImport,
  type NewLoad,
  newestCutoff,
  storeRejects,
} from './loads-store.ts'
import {
  applyStaged,
  countNewAccounts,
  countReplacedSample,
  createHolderAccounts,
} from './merge-store.ts'
import {
  headerRefusal,
  otherLoadRefusal,
  type Refusal,
  type RefusalLimits,
  salesRefusal,
} from './refuse-load.ts'
import type { ExportSource, OpenedExport } from './sources/export-source.ts'
import { inTurn } from './staging/in-turn.ts'
import { stageSales } from './staging/stage-sales.ts'
import {
  countRejects,
  countStaged,
  createStaging,
  type ReportedReject,
  readAllRejects,
  readRejects,
  rejectRepeatedCodes,
} from './staging/staging-store.ts'

export type { ImportOutcome } from './import-outcome.ts'

const MAX_REPORTED = 1000

export interface ImportOptions extends RefusalLimits {
  /** Reports the outcome and applies nothing. */
  dryRun?: boolean
  /** Records a dry run in the history, with what it would change. */
  recordDryRun?: boolean
  isSample?: boolean
  /** Which contradictions become findings. */
  checks?: SaleChecks
  /** Refuses the load when another one was applied since this one, as that of a dry run was. */
  expectedLoadId?: number | null
  /** No email with news goes out until staff send them. */
  pauseEmails?: boolean
  /** Who loads; the portal's operator by default. */
  actor?: AuditActor
  /** Called when another load is under way, which this one waits for. */
  onWait?: () => void
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
  db: Database,
  source: ExportSource,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  return db.transaction(async (connection) => {
    const tx = inTurn(connection)
    await lockImport(tx, options.onWait)
    await createStaging(tx)
    const opened = await source.open(tx)
    try {
      const outcome = await readExport(tx, opened, options)
      // The audit log chains the entries of the connection's own transaction.
      const finished = await finish(connection, { source, opened, outcome, options })
      await options.onFinish?.(connection, finished)
      return finished
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
    (await loadRefusal(tx, options)) ??
    headerRefusal(header, { newest: await newestCutoff(tx), now, accepts })
  if (header === null || refusal) return refused(outcome, refusal)

  await stageSales(tx, opened, options)
  await rejectRepeatedCodes(tx)
  const counts = await countStaged(tx)
  const staged: ImportOutcome = {
    ...outcome,
    counts,
    brokenRules: await countRejects(tx),
    rejects: await readRejects(tx, MAX_REPORTED),
  }
  const reason = salesRefusal(counts, header.announced, options)
  if (reason) return refused(staged, reason)

  const withdraw = mayWithdraw(staged)
  const replaced = withdraw && !isSample ? await countReplacedSample(tx, counts) : null
  return {
    ...staged,
    withdrawn: withdraw ? counts.vanishing + counts.vanishingSample : 0,
    newAccounts: await countNewAccounts(tx),
    replacedSample: replaced && Object.values(replaced).some(Boolean) ? replaced : null,
  }
}

async function loadRefusal(
  tx: Transaction,
  { expectedLoadId = null }: ImportOptions,
): Promise<Refusal | null> {
  if (expectedLoadId === null) return null
  const last = await findLastLoad(tx)
  return otherLoadRefusal(last?.id ?? 0, expectedLoadId)
}

function refused(outcome: ImportOutcome, refusal: Refusal | null): ImportOutcome {
  return { ...outcome, refusal: refusal?.sentence ?? null, refusalCode: refusal?.code ?? null }
}

/** A line without a readable code may be any of the missing sales. */
function mayWithdraw({ counts }: ImportOutcome): boolean {
  return counts?.withoutCode === 0
}

interface Finished {
  source: ExportSource
  opened: OpenedExport
  outcome: ImportOutcome
  options: ImportOptions
}

/** Records the load, and applies it unless it is refused or tried. */
async function finish(tx: Transaction, finished: Finished): Promise<ImportOutcome> {
  const { outcome, options } = finished
  const { dryRun = false, recordDryRun = false, actor = operator } = options
  if (outcome.counts) await options.onRejects?.(readAllRejects(tx))
  if (dryRun && !recordDryRun) return outcome
  const isApplied = !dryRun && outcome.refusal === null
  if (isApplied && (await isRepeated(tx, finished))) {
    await recordAuditEvent(tx, actor, aboutLoad(finished))
    return outcome
  }
  const loadId = await insertLoad(tx, describeLoad(finished))
  if (outcome.counts) await storeRejects(tx, loadId)
  if (outcome.refusal === null) {
    await recordFindings(tx, loadId)
    await recordChanges(tx, loadId, { withdraw: mayWithdraw(outcome), isTried: dryRun })
  }
  if (isApplied) await apply(tx, loadId, outcome, options)
  if (!dryRun) await recordAuditEvent(tx, actor, aboutLoad(finished))
  return { ...outcome, loadId }
}

/** Whether the last load was this export, and nothing has changed since. */
async function isRepeated(
  tx: Transaction,
  { opened, outcome, options }: Finished,
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

async function apply(
  tx: Transaction,
  loadId: number,
  outcome: ImportOutcome,
  { isSample = false, pauseEmails = false }: ImportOptions,
): Promise<void> {
  const { cutoff } = outcome
  if (cutoff === null) throw new Error('a load without a cut-off was accepted')
  await recordConfirmations(tx, loadId, { cutoff, isSample })
  await keepOnlyRestorable(tx, loadId)
  await dropFormerVersions(tx)
  await createHolderAccounts(tx, isSample)
  await applyStaged(tx, { cutoff, isSample, withdraw: mayWithdraw(outcome) })
  if (isSample) return
  await recordNews(tx, { loadId, former: formerVersions(loadId), pausesEmails: pauseEmails })
}

function describeLoad({ source, opened, outcome, options }: Finished): NewLoad {
  const { counts, replacedSample } = outcome
  const { dryRun = false, isSample = false, actor = operator } = options
  return {
    state: dryRun ? 'tried' : outcome.refusal === null ? 'applied' : 'refused',
    loadedBy: actor.id,
    fileName: source.name,
    // Of an export whose header is refused, nothing more was read.
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
function aboutLoad({ source, outcome, options }: Finished): AuditEvent {
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
