import type { figureSchema } from '@carpeta/contract/imports'
import { readSale } from '@carpeta/contract/read-sale'
import { type ComparedSale, compareFigures } from '@carpeta/domain/imports/sale-figures'
import { canonicalRut } from '@carpeta/domain/people/rut'
import type { z } from 'zod'
import { recordAuditEvent, recordAuditedRead } from '../audit/record-audit-event.ts'
import { type CsvCell, csvNumber, csvStream, csvText } from '../csv/csv-writer.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { listAccounts } from '../users/people-store.ts'
import { comparedSale } from './checked-sale.ts'
import { type Comparison, readComparison } from './load-changes-store.ts'
import { listAllRejects } from './loads-store.ts'
import type { ReportedReject } from './staging-store.ts'

/**
 * The figures of a sale before and after a load, or after a dry run. Reading them is recorded.
 * @throws {NotFound} also when its figures are not stored
 */
export async function compareSale(
  { db }: { db: Database },
  caller: SignedInCaller,
  { loadId, saleCode }: { loadId: number; saleCode: string },
): Promise<{ figures: z.infer<typeof figureSchema>[] }> {
  const comparison = await readComparison(db, loadId, saleCode)
  if (comparison === null) throw new NotFound()
  const { before, after } = comparedSales(comparison)
  const rut = (after ?? before)?.holderRut
  if (rut === undefined) throw new NotFound()
  const [holder] = await listAccounts(db, { rut })
  if (holder) await recordAuditedRead(db, caller, { type: 'sale', id: saleCode }, holder.id)
  const figures = compareFigures(before, after)
  return {
    figures: figures.map(({ isChanged, ...figure }) => ({ ...figure, is_changed: isChanged })),
  }
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
  return { ...sale, holderRut: canonicalRut(sale.holder.rut) ?? sale.holder.rut }
}

/** The broken rules of a load as CSV; the download is recorded, since values may be about people. */
export async function readRejectsFile(
  { db }: { db: Database },
  caller: SignedInCaller,
  loadId: number,
): Promise<string> {
  const object = { type: 'load', id: loadId }
  await recordAuditEvent(db, caller, { action: 'load.exported', object, after: { format: 'csv' } })
  const rejects = await listAllRejects(db, loadId)
  return rejectsCsv(rejects.map(({ sale, ...reject }) => ({ ...reject, saleCode: sale })))
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
