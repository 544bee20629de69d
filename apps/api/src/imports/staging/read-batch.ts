import type { SaleChecks } from '@carpeta/domain/sales/findings/sale-findings'
import { copyLine } from '../../db/bulk/copy.ts'
import type { StagedTable } from '../../sales/loading/staged-sales-store.ts'
import type { Reject } from '../reading/field-reader.ts'
import {
  type ExportedSale,
  type HolderAccount,
  readExportedSale,
} from '../reading/read-exported-sale.ts'

export interface WantedSale {
  /** Among the lines that were read. */
  place: number
  /** In the export. */
  ordinal: number
  sourceHash: string
}

/** What is known of a line before the stored sales are compared. */
export type ReadLine =
  | { code: string; hash: string; holderRut: string; account: HolderAccount }
  | { code: string | null; hash: null; rejects: Reject[] }

const batches = new Map<number, (ExportedSale | null)[]>()

/** Reads the sales of a batch and keeps them until `encodeBatch` asks for some. */
export function readBatch(batch: number, lines: (string | null)[], checks: SaleChecks): ReadLine[] {
  const sales: (ExportedSale | null)[] = []
  const read = lines.map((line): ReadLine => {
    const result = readExportedSale(line, checks)
    if ('rejects' in result) {
      sales.push(null)
      return { code: result.code, hash: null, rejects: result.rejects }
    }
    sales.push(result.sale)
    const { code, hash, holderRut, account } = result.sale
    return { code, hash, holderRut, account }
  })
  batches.set(batch, sales)
  return read
}

/** The rows of the sales at these places of the batch, for each table, in the text format of COPY. */
export function encodeBatch(
  batch: number,
  wanted: WantedSale[],
  tables: StagedTable[],
): Uint8Array<ArrayBuffer>[] {
  const sales = batches.get(batch) ?? []
  batches.delete(batch)
  const texts = tables.map(() => '')
  for (const { place, ordinal, sourceHash } of wanted) {
    const sale = sales[place]
    if (!sale) continue
    tables.forEach(({ section, columns }, index) => {
      const rows = section === 'sale' ? [sale.body.sale] : sale.body[section]
      for (const row of rows) {
        const values = columns.map(({ name, absent }) => row[name] ?? absent)
        const more = section === 'sale' ? [sale.hash, sourceHash] : []
        texts[index] += copyLine([ordinal, ...values, ...more])
      }
    })
  }
  const encoder = new TextEncoder()
  return texts.map((text) => encoder.encode(text))
}
