import { defaultSaleChecks, type SaleChecks } from '@carpeta/domain/sales/findings/sale-findings'
import type { Transaction } from '../../db/client.ts'
import { findHashes, type StoredHashes } from '../../sales/loading/merge-sales-store.ts'
import { copyStaged, stagedTables } from '../../sales/loading/staged-sales-store.ts'
import type { ExportedLine, OpenedExport } from '../sources/export-source.ts'
import { ahead } from './ahead.ts'
import type { ReadLine } from './read-batch.ts'
import { openSaleReader, type SaleReader } from './sale-reader.ts'
import { codeAtStart, sourceHash } from './source-hash.ts'
import { type ReportedReject, type StagedLine, stageLines, stageRejects } from './staging-store.ts'

const BATCH = 50
/** Of long sales, fewer are read at once. */
const MAX_BATCH_CHARACTERS = 2_000_000

type Stored = Map<string, StoredHashes>

interface ArrivedLine extends ExportedLine {
  ordinal: number
  sourceHash: string
  /** Set when the stored sale was read from this very text. */
  repeatedCode: string | null
}

interface Batch {
  number: number
  lines: ArrivedLine[]
  stored: Stored
}

interface ReadBatch extends Batch {
  /** Of each line but the repeated ones. */
  read: Map<ArrivedLine, ReadLine>
}

interface EncodedBatch {
  lines: StagedLine[]
  rejects: ReportedReject[]
  rows: Uint8Array[]
}

interface StagingOptions {
  checks?: SaleChecks
  onProgress?: (progress: { sales: number; part: number }) => void
}

/**
 * Reads the sales of an export, checks them, and writes them into the staging tables. Each step works
 * on the next batch while the one after it works on the last.
 */
export async function stageSales(
  tx: Transaction,
  { sales, progress }: OpenedExport,
  { checks = defaultSaleChecks, onProgress }: StagingOptions,
): Promise<void> {
  const reader = openSaleReader(checks)
  let staged = 0
  try {
    const batches = ahead(compareText(tx, sales, checks))
    const encoded = ahead(encodeChanged(reader, ahead(readSales(tx, reader, batches))))
    for await (const { lines, rejects, rows } of encoded) {
      await stageLines(tx, lines)
      await stageRejects(tx, rejects)
      for (const [index, table] of stagedTables.entries()) {
        await copyStaged(tx, table, rows[index] ?? new Uint8Array())
      }
      staged += lines.length
      onProgress?.({ sales: staged, part: progress() })
    }
  } finally {
    await reader.close()
  }
}

/** Most sales of a daily load have the same text as before, and need no reading. */
async function* compareText(
  tx: Transaction,
  sales: AsyncIterable<ExportedLine>,
  checks: SaleChecks,
): AsyncGenerator<Batch> {
  let number = 0
  let ordinal = 0
  for await (const lines of batchesOf(sales)) {
    const codes = lines.map(({ json }) => json && codeAtStart(json))
    const stored = await findHashes(tx, codes)
    const arrived = lines.map((line, place): ArrivedLine => {
      const code = codes[place] ?? null
      const hash = sourceHash(line.json ?? '', checks)
      const isRepeated = code !== null && stored.get(code)?.sourceHash === hash
      const mayRepeat = isRepeated && !line.rejects?.length
      return {
        ...line,
        ordinal: ordinal + place,
        sourceHash: hash,
        repeatedCode: mayRepeat ? code : null,
      }
    })
    number += 1
    ordinal += lines.length
    yield { number, lines: arrived, stored }
  }
}

async function* readSales(
  tx: Transaction,
  reader: SaleReader,
  batches: AsyncIterable<Batch>,
): AsyncGenerator<ReadBatch> {
  for await (const { number, lines, stored } of batches) {
    const unread = lines.filter(({ repeatedCode }) => repeatedCode === null)
    const results =
      unread.length === 0
        ? []
        : await reader.read(
            number,
            unread.map(({ json }) => json),
          )
    const others = results.flatMap(({ code }) => (code === null || stored.has(code) ? [] : [code]))
    const more: Stored = others.length === 0 ? new Map() : await findHashes(tx, others)
    const read = new Map(results.map((result, place) => [unread[place] as ArrivedLine, result]))
    yield { number, lines, stored: new Map([...stored, ...more]), read }
  }
}

async function* encodeChanged(
  reader: SaleReader,
  batches: AsyncIterable<ReadBatch>,
): AsyncGenerator<EncodedBatch> {
  for await (const { number, lines, stored, read } of batches) {
    const staged = lines.map((line) => stagedLine(line, read.get(line), stored))
    const places = new Map([...read.keys()].map((line, place) => [line.ordinal, place]))
    const wanted = staged.flatMap(({ isChanged, ordinal, sourceHash }) =>
      isChanged ? [{ place: places.get(ordinal) ?? 0, ordinal, sourceHash }] : [],
    )
    const rows = read.size === 0 ? [] : await reader.encode(number, wanted)
    yield { lines: staged, rejects: lines.flatMap((line) => rejectsOf(line, read.get(line))), rows }
  }
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
  { number, ordinal, sourceHash, repeatedCode, rejects = [] }: ArrivedLine,
  read: ReadLine | undefined,
  stored: Stored,
): StagedLine {
  const code = repeatedCode ?? read?.code ?? null
  const line = { ordinal, line: number, code, sourceHash }
  if (repeatedCode !== null) return { ...line, isBad: false, isChanged: false, holder: null }
  if (!read || read.hash === null || rejects.length > 0) {
    return { ...line, isBad: true, isChanged: false, holder: null }
  }
  const isChanged = stored.get(read.code)?.contentHash !== read.hash
  const holder = isChanged ? { rut: read.holderRut, ...read.account } : null
  return { ...line, isBad: false, isChanged, holder }
}

function rejectsOf(
  { number: line, rejects = [], locate }: ArrivedLine,
  read: ReadLine | undefined,
): ReportedReject[] {
  const broken = read && 'rejects' in read ? read.rejects : []
  const located = broken.flatMap((reject) => {
    return (locate ? locate(reject) : { ...reject, file: '', line }) ?? []
  })
  return [...rejects, ...located].map((reject) => ({ ...reject, saleCode: read?.code ?? null }))
}
