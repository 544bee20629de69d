import { setImmediate } from 'node:timers/promises'
import { defaultSaleChecks, type SaleChecks } from '@carpeta/domain/sales/findings/sale-findings'
import { copyLine } from '../../db/bulk/copy.ts'
import type { Transaction } from '../../db/client.ts'
import { findHashes, type StoredHashes } from '../../sales/loading/merge-sales-store.ts'
import { copyStaged, stagedTables } from '../../sales/loading/staged-sales-store.ts'
import { type LineResult, readExportedSale } from '../reading/read-exported-sale.ts'
import type { ExportedLine, OpenedExport } from '../sources/export-source.ts'
import { ahead } from './ahead.ts'
import { codeAtStart, sourceHash } from './source-hash.ts'
import { type ReportedReject, type StagedLine, stageLines, stageRejects } from './staging-store.ts'

const BATCH = 50
/** Of long sales, fewer are read at once. */
const MAX_BATCH_CHARACTERS = 2_000_000

type Stored = Map<string, StoredHashes>

interface ReadLine extends ExportedLine {
  ordinal: number
  sourceHash: string
  /** Null when the stored sale was read from this very text. */
  result: LineResult | null
  code: string | null
}

interface Batch {
  lines: StagedLine[]
  rejects: ReportedReject[]
  /** The rows of each of `stagedTables`, in the text format of COPY. */
  rows: string[]
}

interface StagingOptions {
  checks?: SaleChecks
  onProgress?: (progress: { sales: number; part: number }) => void
}

/**
 * Reads the sales of an export, checks them, and writes them into the staging tables. One batch is read
 * while PostgreSQL stores the one before.
 */
export async function stageSales(
  tx: Transaction,
  { sales, progress }: OpenedExport,
  { checks = defaultSaleChecks, onProgress }: StagingOptions,
): Promise<void> {
  let staged = 0
  for await (const { lines, rejects, rows } of ahead(readSales(tx, sales, checks))) {
    await stageLines(tx, lines)
    await stageRejects(tx, rejects)
    for (const [index, table] of stagedTables.entries()) {
      await copyStaged(tx, table, rows[index] ?? '')
    }
    staged += lines.length
    onProgress?.({ sales: staged, part: progress() })
  }
}

async function* readSales(
  tx: Transaction,
  sales: AsyncIterable<ExportedLine>,
  checks: SaleChecks,
): AsyncGenerator<Batch> {
  let ordinal = 0
  for await (const batch of batchesOf(sales)) {
    const codes = batch.map(({ json }) => json && codeAtStart(json))
    const stored = await findHashes(tx, codes)
    const lines: ReadLine[] = []
    for (const [place, line] of batch.entries()) {
      const code = codes[place] ?? null
      lines.push(await readLine(line, { ordinal, code, stored, checks }))
      ordinal += 1
    }
    const others = lines.flatMap(({ code }) => (code === null || stored.has(code) ? [] : [code]))
    if (others.length > 0) {
      for (const [code, hashes] of await findHashes(tx, others)) stored.set(code, hashes)
    }
    const staged = lines.map((line) => stagedLine(line, stored))
    yield {
      lines: staged,
      rejects: lines.flatMap(rejectsOf),
      rows: rowsOf(lines.filter((_line, place) => staged[place]?.isChanged)),
    }
  }
}

/** Most sales of a daily load have the same text as before, and need no reading. */
async function readLine(
  line: ExportedLine,
  known: { ordinal: number; code: string | null; stored: Stored; checks: SaleChecks },
): Promise<ReadLine> {
  const { ordinal, code, stored, checks } = known
  const hash = sourceHash(line.json ?? '', checks)
  const isRepeated = code !== null && stored.get(code)?.sourceHash === hash
  if (isRepeated && !line.rejects?.length) {
    return { ...line, ordinal, sourceHash: hash, code, result: null }
  }
  // The portal answers calls between two sales.
  await setImmediate()
  const result = readExportedSale(line.json, checks)
  const read = 'sale' in result ? result.sale : result
  return { ...line, ordinal, sourceHash: hash, code: read.code, result }
}

async function* batchesOf(sales: AsyncIterable<ExportedLine>): AsyncGenerator<ExportedLine[]> {
  let lines: ExportedLine[] = []
  let characters = 0
  for await (const line of sales) {
    lines.push(line)
    characters += line.json?.length ?? 0
    if (lines.length < BATCH && characters < MAX_BATCH_CHARACTERS) continue
    yield lines
    lines = []
    characters = 0
  }
  if (lines.length > 0) yield lines
}

function stagedLine(
  { number, ordinal, code, sourceHash, result, rejects = [] }: ReadLine,
  stored: Stored,
): StagedLine {
  const line = { ordinal, line: number, code, sourceHash }
  if (result === null) return { ...line, isBad: false, isChanged: false, holder: null }
  if ('rejects' in result || rejects.length > 0) {
    return { ...line, isBad: true, isChanged: false, holder: null }
  }
  const { hash, holderRut, account } = result.sale
  const isChanged = stored.get(result.sale.code)?.contentHash !== hash
  const holder = isChanged ? { rut: holderRut, ...account } : null
  return { ...line, isBad: false, isChanged, holder }
}

function rejectsOf({
  number: line,
  code,
  result,
  rejects = [],
  locate,
}: ReadLine): ReportedReject[] {
  const broken = result && 'rejects' in result ? result.rejects : []
  const located = broken.flatMap((reject) => {
    return (locate ? locate(reject) : { ...reject, file: '', line }) ?? []
  })
  return [...rejects, ...located].map((reject) => ({ ...reject, saleCode: code }))
}

/** The rows of these sales for each of `stagedTables`. */
function rowsOf(lines: ReadLine[]): string[] {
  return stagedTables.map(({ section, columns }) =>
    lines
      .flatMap(({ ordinal, sourceHash, result }) => {
        if (result === null || 'rejects' in result) return []
        const { body, hash } = result.sale
        const rows = section === 'sale' ? [body.sale] : body[section]
        const hashes = section === 'sale' ? [hash, sourceHash] : []
        return rows.map((row) =>
          copyLine([ordinal, ...columns.map(({ name, absent }) => row[name] ?? absent), ...hashes]),
        )
      })
      .join(''),
  )
}
