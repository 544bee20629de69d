import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  commitmentEntries,
  deedFields,
  holderFields,
  holderPrefixes,
  instalmentFields,
  paymentFields,
  propertyFields,
  saleFields,
} from '@carpeta/domain/sales/sale-fields'
import { defaultSaleChecks, type SaleChecks } from '@carpeta/domain/sales/sale-findings'
import type { Transaction } from '../db/client.ts'
import { copyLine } from '../db/copy.ts'
import { PORTAL_VERSION } from '../db/portal-version.ts'
import { UnreadableExport } from '../files/unreadable-export.ts'
import {
  copyStaged,
  findHashes,
  type StoredHashes,
  stagedTables,
} from '../sales/staged-sales-store.ts'
import { noColumns, type SeenColumns } from './field-reader.ts'
import { type LineResult, readExportedSale } from './read-exported-sale.ts'
import type { ExportedLine, OpenedExport } from './sources/export-source.ts'
import { type StagedLine, type StagedReject, stageLines, stageRejects } from './staging-store.ts'

const BATCH = 50
/** Long sales make smaller batches. */
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
  rejects: StagedReject[]
  /** The rows of each of `stagedTables`, in the text format of COPY. */
  rows: string[]
}

interface StagingOptions {
  checks?: SaleChecks
  onProgress?: (progress: { sales: number; part: number }) => void
}

/**
 * Reads the sales of an export, checks them, and writes them into the staging tables. One batch is read
 * while PostgreSQL stores the one before. @throws {UnreadableExport} also for dates in two orders
 */
export async function stageSales(
  tx: Transaction,
  { sales, progress }: OpenedExport,
  { checks = defaultSaleChecks, onProgress }: StagingOptions,
): Promise<SeenColumns> {
  let staged = 0
  const seen = noColumns()
  for await (const { lines, rejects, rows } of prefetch(readSales(tx, sales, { checks, seen }))) {
    await stageLines(tx, lines)
    await stageRejects(tx, rejects)
    for (const [index, table] of stagedTables.entries()) {
      await copyStaged(tx, table, rows[index] ?? '')
    }
    staged += lines.length
    onProgress?.({ sales: staged, part: progress() })
  }
  return seen
}

interface Reading {
  checks: SaleChecks
  seen: SeenColumns
}

async function* readSales(
  tx: Transaction,
  sales: AsyncIterable<ExportedLine>,
  reading: Reading,
): AsyncGenerator<Batch> {
  let ordinal = 0
  for await (const batch of batchesOf(sales)) {
    const codes = batch.map(({ json }) => CODE_AT_START.exec(json ?? '')?.[1] ?? null)
    const stored = await findHashes(tx, codes)
    const lines: ReadLine[] = []
    for (const [place, line] of batch.entries()) {
      const code = codes[place] ?? null
      lines.push(await readLine(line, { ordinal, code, stored, ...reading }))
      ordinal += 1
    }
    const unknown = lines.flatMap(({ code }) => (code === null || stored.has(code) ? [] : [code]))
    if (unknown.length > 0) {
      for (const [code, hashes] of await findHashes(tx, unknown)) stored.set(code, hashes)
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
  known: { ordinal: number; code: string | null; stored: Stored } & Reading,
): Promise<ReadLine> {
  const { ordinal, code, stored, checks, seen } = known
  const hash = sourceHash(line.json ?? '', checks)
  const isRepeated = code !== null && stored.get(code)?.sourceHash === hash
  if (isRepeated && !line.rejects?.length) {
    return { ...line, ordinal, sourceHash: hash, code, result: null }
  }
  // The portal answers calls between two sales.
  await setImmediate()
  const result = readExportedSale(line.json, checks, seen)
  refuseTwoOrders(line, seen)
  const read = 'sale' in result ? result.sale : result
  return { ...line, ordinal, sourceHash: hash, code: read.code, result }
}

/** Where some days come first and others last, a program has mistaken months for days. */
function refuseTwoOrders({ number, locate }: ExportedLine, { dates }: SeenColumns): void {
  for (const date of dates.values()) {
    if (date.place !== null) continue
    const reject = { field: date.field, value: date.value, reason: '' }
    const { file, line, field } = locate?.(reject) ?? { file: '', line: number, ...reject }
    date.place = [...(file === '' ? [] : [file]), `línea ${line}`, field].join(', ')
  }
  const [one, another] = dates.values()
  if (!one || !another) return
  throw new UnreadableExport(
    `Las fechas vienen escritas de dos formas: «${one.value}» (${one.place}) y «${another.value}» (${another.place}). Escríbelas todas de una.`,
  )
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

function rejectsOf({ number: line, code, result, rejects = [], locate }: ReadLine): StagedReject[] {
  const broken = result && 'rejects' in result ? result.rejects : []
  const located = broken.flatMap((reject) => {
    return (locate ? locate(reject) : { ...reject, file: '', line }) ?? []
  })
  return [...rejects, ...located].map((reject) => {
    const whose = isOfCoHolder(reject.field) ? 'coHolder' : 'holder'
    return { ...reject, saleCode: code, personRut: result?.parties[whose] ?? '' }
  })
}

function isOfCoHolder(field: string): boolean {
  return field.replace(/^venta\./, '').startsWith(holderPrefixes.coHolder)
}

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

/** Part of the hash, because another version or other fields may read the same text differently. */
const reader = JSON.stringify([
  PORTAL_VERSION,
  [saleFields, holderFields, propertyFields, instalmentFields, paymentFields],
  [commitmentEntries, deedFields],
])

/** Hash of the exported text plus version and checks, so that a change of these re-reads every sale. */
function sourceHash(json: string, checks: SaleChecks): string {
  return createHash('sha256')
    .update(reader)
    .update(JSON.stringify(checks))
    .update(json)
    .digest('hex')
}

// Saves parsing the text for its code. JSON has no control characters inside a text; PostgreSQL takes no NUL.
const CODE_AT_START = /^\s*\{\s*"code"\s*:\s*"([^"\\\p{Cc}]{1,100})"/u

/** Starts on the next value while the current one is used. */
async function* prefetch<Value>(source: AsyncGenerator<Value>): AsyncGenerator<Value> {
  let next = source.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = source.next()
      yield value
    }
  } finally {
    // Nobody waits for this value any more.
    next.catch(() => {})
    await source.return(undefined).catch(() => {})
  }
}
