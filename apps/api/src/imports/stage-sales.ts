import { defaultSaleChecks, type SaleChecks } from '@carpeta/domain/sales/findings/sale-findings'
import type { Transaction } from '../db/client.ts'
import { readExportedSale } from './read-exported-sale.ts'
import type { OpenedExport } from './sources/export-source.ts'
import { type ReportedReject, type StagedLine, stageLines, stageRejects } from './staging-store.ts'

const BATCH = 200

interface StagingOptions {
  checks?: SaleChecks
  onProgress?: (progress: { sales: number; part: number }) => void
}

/** Reads the sales of an export, checks them, and writes them into the staging tables. */
export async function stageSales(
  tx: Transaction,
  { sales, progress }: OpenedExport,
  { checks = defaultSaleChecks, onProgress }: StagingOptions,
): Promise<void> {
  let read = 0
  let batch: StagedLine[] = []
  let rejects: ReportedReject[] = []
  const flush = async () => {
    await stageLines(tx, batch)
    await stageRejects(tx, rejects)
    read += batch.length
    batch = []
    rejects = []
    onProgress?.({ sales: read, part: progress() })
  }
  for await (const { number: line, json, rejects: found = [], locate } of sales) {
    const result = readExportedSale(json, checks)
    const code = 'sale' in result ? result.sale.code : result.code
    const broken = 'sale' in result ? [] : result.rejects
    const located = broken.map((reject) => locate?.(reject) ?? { ...reject, file: '', line })
    for (const reject of [...found, ...located]) rejects.push({ ...reject, saleCode: code })
    const isGood = 'sale' in result && found.length === 0
    batch.push({ line, code, sale: isGood ? result.sale : null })
    if (batch.length >= BATCH) await flush()
  }
  await flush()
}
