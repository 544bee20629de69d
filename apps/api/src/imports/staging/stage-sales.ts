import type { Transaction } from '../../db/client.ts'
import { findContentHashes } from '../../sales/merge-sales-store.ts'
import { copyStaged, stagedTables } from '../../sales/staged-sales-store.ts'
import type { ExportedLine, OpenedExport } from '../sources/export-source.ts'
import { ahead } from './ahead.ts'
import type { ReadLine } from './read-batch.ts'
import { openSaleReader, type SaleReader } from './sale-reader.ts'
import { type ReportedReject, type StagedLine, stageLines, stageRejects } from './staging-store.ts'

const BATCH = 100
/** Of long sales, fewer are read at once. */
const MAX_BATCH_CHARACTERS = 2_000_000

interface ReadBatch {
  number: number
  lines: ExportedLine[]
  read: ReadLine[]
}

interface EncodedBatch {
  lines: StagedLine[]
  rejects: ReportedReject[]
  rows: Uint8Array[]
}

/** Reads the sales of an export, checks them, and writes them into the staging tables. */
export async function stageSales(
  tx: Transaction,
  { sales, progress }: OpenedExport,
  onProgress: (progress: { sales: number; part: number }) => void = () => {},
): Promise<void> {
  const reader = openSaleReader()
  let staged = 0
  try {
    for await (const { lines, rejects, rows } of ahead(encodeAll(tx, reader, sales))) {
      await stageLines(tx, lines)
      await stageRejects(tx, rejects)
      for (const [index, table] of stagedTables.entries()) {
        await copyStaged(tx, table, rows[index] ?? new Uint8Array())
      }
      staged += lines.length
      onProgress({ sales: staged, part: progress() })
    }
  } finally {
    await reader.close()
  }
}

async function* encodeAll(
  tx: Transaction,
  reader: SaleReader,
  sales: AsyncIterable<ExportedLine>,
): AsyncGenerator<EncodedBatch> {
  let ordinal = 0
  for await (const { number, lines, read } of ahead(readAll(reader, sales))) {
    const codes = read.map(({ code }) => code)
    const known = await findContentHashes(tx, codes)
    const staged = lines.map((line, place) => compare(line, read[place], known, ordinal + place))
    const wanted = staged.flatMap(({ isChanged, ordinal: at }, place) =>
      isChanged ? [{ place, ordinal: at }] : [],
    )
    const rows = await reader.encode(number, wanted)
    ordinal += lines.length
    yield {
      lines: staged,
      rejects: lines.flatMap((line, place) => rejectsOf(line, read[place])),
      rows,
    }
  }
}

async function* readAll(
  reader: SaleReader,
  sales: AsyncIterable<ExportedLine>,
): AsyncGenerator<ReadBatch> {
  let number = 0
  for await (const lines of batchesOf(sales)) {
    number += 1
    const read = await reader.read(
      number,
      lines.map(({ json }) => json),
    )
    yield { number, lines, read }
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

function compare(
  { number, rejects = [] }: ExportedLine,
  read: ReadLine | undefined,
  known: Map<string, string>,
  ordinal: number,
): StagedLine {
  const line = { ordinal, line: number, code: read?.code ?? null }
  if (!read || read.hash === null || rejects.length > 0) {
    return { ...line, isBad: true, isChanged: false, holder: null }
  }
  const isChanged = known.get(read.code) !== read.hash
  const holder = isChanged ? { rut: read.holderRut, ...read.account } : null
  return { ...line, isBad: false, isChanged, holder }
}

function rejectsOf(
  { number: line, rejects = [], locate }: ExportedLine,
  read: ReadLine | undefined,
): ReportedReject[] {
  const broken = read && 'rejects' in read ? read.rejects : []
  const located = broken.flatMap((reject) => {
    return (locate ? locate(reject) : { ...reject, file: '', line }) ?? []
  })
  return [...rejects, ...located].map((reject) => ({ ...reject, saleCode: read?.code ?? null }))
}
