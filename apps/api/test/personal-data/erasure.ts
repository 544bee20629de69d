import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { sampleExport } from '../../seeds/sample-export.ts'
import { type ImportOptions, importSales } from '../../src/imports/import-sales.ts'
import { ndjsonFile } from '../../src/imports/sources/ndjson-file.ts'
import { openPortal, type Portal } from '../open-portal.ts'

export interface PortalWithDocuments extends Portal {
  /** Where the documents of this portal are: erasing them leaves those of other tests alone. */
  documentsFolder: string
}

export async function openPortalWithDocuments(): Promise<PortalWithDocuments> {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-erase-'))
  const documentsFolder = join(folder, 'documents')
  cpSync(join(inject('dataDir'), 'sample-documents'), documentsFolder, { recursive: true })
  const portal = await openPortal('sample', { DOCUMENTS_URL: `file:${documentsFolder}` })
  onTestFinished(async () => {
    await portal.close()
    rmSync(folder, { recursive: true })
  })
  return { ...portal, documentsFolder }
}

/** The columns of one buyer in Rosa's sale that are not empty. */
export async function readHolder(
  { pool }: Portal,
  role: 'holder' | 'co_holder',
): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(sale_holders) - 'sale_id' as row from sale_holders
     join sales on sales.id = sale_id where code = 'V-1001' and role = $1`,
    [role],
  )
  return Object.fromEntries(
    Object.entries(rows[0]?.row ?? {}).filter(([, value]) => value !== '' && value !== null),
  )
}

/** Completes Rosa's sale, so that nothing of hers is open. */
export async function completeRosasSale({ pool }: Portal): Promise<void> {
  await pool.query(`update sales set completed_on = '2026-10-01' where holder_rut = $1`, [
    personas.rosa.rut,
  ])
}

interface LoadedSale {
  code: string
  venta: Record<string, unknown>
}

/** Loads the sample's export again, with a later cut-off and each sale changed. */
export async function loadAgain(
  portal: PortalWithDocuments,
  change: (sale: LoadedSale) => void,
  options: ImportOptions = {},
): Promise<void> {
  const [head = '', ...lines] = sampleExport().trim().split('\n')
  const sales = lines.map((line) => {
    const sale = JSON.parse(line)
    change(sale)
    return JSON.stringify(sale)
  })
  const path = join(portal.documentsFolder, '..', 'later.ndjson')
  writeFileSync(path, `${[head.replace('06:00', '09:00'), ...sales].join('\n')}\n`)
  const { refusal } = await importSales(portal.db, ndjsonFile(path), { isSample: true, ...options })
  if (refusal !== null) throw new Error(refusal)
}
