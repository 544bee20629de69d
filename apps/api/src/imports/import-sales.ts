import { basename } from 'node:path'
import { defaultSaleChecks, type SaleChecks } from '@carpeta/domain/sales/findings/sale-findings'
import { z } from 'zod'
import type { AuditEvent } from '../audit/audit-event.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database, Transaction } from '../db/client.ts'
import { operator } from '../http/caller.ts'
import { openExport } from './export-file.ts'
import { isLastLoad, lockImport, newestCutoff, recordLoad } from './loads-store.ts'
import { applyStaged, createHolderAccounts } from './merge-store.ts'
import { readExportedSale } from './read-exported-sale.ts'
import {
  countStaged,
  createStaging,
  type ReportedReject,
  readRejects,
  rejectRepeatedCodes,
  type StagedCounts,
  type StagedLine,
  stageLines,
  stageRejects,
} from './staging-store.ts'

const BATCH = 200
const MAX_REPORTED = 1000
const MAX_WITHDRAWN_PERCENT = 10

export interface ImportOptions {
  /** Reports the outcome and writes nothing. */
  dryRun?: boolean
  /** Refuses the whole load above this share of bad sales. */
  maxRejectsPercent?: number
  /** Accepts an older cut-off, and many missing sales. */
  force?: boolean
  isSample?: boolean
  /** Which contradictions become findings. */
  checks?: SaleChecks
}

export interface ImportOutcome {
  /** Null when the load was applied, or would be in a dry run. */
  refusal: string | null
  cutoff: Date | null
  counts: StagedCounts | null
  withdrawn: number
  newAccounts: number
  /** The first thousand broken rules, in the order of the file. */
  rejects: ReportedReject[]
}

const header = z.object({
  corte: z.iso.datetime({ offset: true }),
  ventas: z.number().int().nonnegative(),
})

/**
 * Loads an accounting export in one transaction: everything, everything but bad sales, or nothing
 * (docs/accounting-export.md). @throws when the file cannot be read
 */
export async function importSales(
  db: Database,
  path: string,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  const outcome: ImportOutcome = {
    refusal: null,
    cutoff: null,
    counts: null,
    withdrawn: 0,
    newAccounts: 0,
    rejects: [],
  }
  try {
    await db.transaction((tx) => load(tx, path, options, outcome))
  } catch (error) {
    if (!(error instanceof NothingWritten)) throw error
    outcome.refusal = error.refusal
    if (!options.dryRun && error.refusal !== null) {
      const reason = error.refusal
      const event = { action: 'load.refused', ...aboutLoad(path, outcome), reason } as const
      await recordAuditEvent(db, operator, event)
    }
  }
  return outcome
}

/** Rolls the transaction back: a refusal, or the end of a dry run. */
class NothingWritten extends Error {
  readonly refusal: string | null

  constructor(refusal: string | null) {
    super(refusal ?? 'dry run')
    this.refusal = refusal
  }
}

async function load(
  tx: Transaction,
  path: string,
  options: ImportOptions,
  outcome: ImportOutcome,
): Promise<void> {
  const isSample = options.isSample ?? false
  if (!(await lockImport(tx))) throw new NothingWritten('Otra carga está en curso.')
  await createStaging(tx)
  const file = openExport(path)
  const first = await file.lines.next()
  const { corte, ventas } = readHeader(first.value?.text ?? null)
  const cutoff = new Date(corte)
  outcome.cutoff = cutoff

  await stageAll(tx, file.lines, options.checks ?? defaultSaleChecks)
  await rejectRepeatedCodes(tx)
  const counts = await countStaged(tx)
  outcome.counts = counts
  outcome.rejects = await readRejects(tx, MAX_REPORTED)
  const refusal = reasonToRefuse(counts, ventas, cutoff, await newestCutoff(tx), options)
  if (refusal) throw new NothingWritten(refusal)

  // A line without a readable code may be any of the missing sales.
  const withdraw = counts.withoutCode === 0
  outcome.withdrawn = withdraw ? counts.vanishing + counts.vanishingSample : 0
  outcome.newAccounts = await createHolderAccounts(tx, isSample)
  await applyStaged(tx, { cutoff, isSample, withdraw })
  if (!(await isLastLoad(tx, file.hash()))) {
    await recordLoad(tx, {
      fileName: file.name,
      fileHash: file.hash(),
      cutoff,
      isSample,
      announced: ventas,
      added: counts.added,
      changed: counts.changed,
      unchanged: counts.unchanged,
      rejected: counts.bad,
      withdrawn: outcome.withdrawn,
    })
  }
  if (options.dryRun) throw new NothingWritten(null)
  await recordAuditEvent(tx, operator, { action: 'load.applied', ...aboutLoad(path, outcome) })
}

/** Counts only; the log needs no data of the sales. */
function aboutLoad(
  path: string,
  { cutoff, counts, withdrawn, newAccounts }: ImportOutcome,
): Pick<AuditEvent, 'object' | 'after'> {
  const after = { cutoff: cutoff?.toISOString() ?? null, ...counts, withdrawn, newAccounts }
  return { object: { type: 'load', id: basename(path).slice(0, 500) }, after }
}

function readHeader(line: string | null): z.infer<typeof header> {
  try {
    return header.parse(JSON.parse(line ?? ''))
  } catch {
    throw new NothingWritten(
      'La primera línea debe ser {"corte": "fecha y hora con zona", "ventas": número de ventas}.',
    )
  }
}

async function stageAll(
  tx: Transaction,
  lines: AsyncIterable<{ number: number; text: string | null }>,
  checks: SaleChecks,
): Promise<void> {
  let batch: StagedLine[] = []
  let rejects: ReportedReject[] = []
  const flush = async () => {
    await stageLines(tx, batch)
    await stageRejects(tx, rejects)
    batch = []
    rejects = []
  }
  for await (const { number, text } of lines) {
    const result = readExportedSale(text, checks)
    if ('sale' in result) {
      batch.push({ line: number, code: result.sale.code, sale: result.sale })
    } else {
      const { code } = result
      batch.push({ line: number, code, sale: null })
      rejects.push(...result.rejects.map((reject) => ({ ...reject, line: number, saleCode: code })))
    }
    if (batch.length >= BATCH) await flush()
  }
  await flush()
}

function reasonToRefuse(
  counts: StagedCounts,
  announced: number,
  cutoff: Date,
  newest: Date | null,
  { force = false, maxRejectsPercent = 1 }: ImportOptions,
): string | null {
  if (counts.lines !== announced) {
    return `El archivo está cortado: anuncia ${announced} ventas y trae ${counts.lines}.`
  }
  if (!force && newest && cutoff < newest) {
    return `El corte ${cutoff.toISOString()} es anterior al ya cargado (${newest.toISOString()}). Use --force para cargarlo igual.`
  }
  if (counts.bad * 100 > counts.lines * maxRejectsPercent) {
    return `${counts.bad} de ${counts.lines} ventas vienen malas: más del ${maxRejectsPercent} % permitido (--max-rejects).`
  }
  const vanishing = counts.withoutCode === 0 ? counts.vanishing : 0
  if (!force && vanishing * 100 > counts.shown * MAX_WITHDRAWN_PERCENT) {
    return `Desaparecerían ${vanishing} de ${counts.shown} ventas: más del ${MAX_WITHDRAWN_PERCENT} %. Use --force si es lo correcto.`
  }
  return null
}
