import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { sampleExport } from '../seeds/sample-export.ts'
import type { Connection, JobDatabase } from '../src/db/client.ts'
import { many, one, type SQL, sql } from '../src/db/query.ts'
import { composeDocumentUses } from '../src/document-uses.ts'
import { type ImportOptions, type ImportOutcome, importSales } from '../src/imports/import-sales.ts'
import { ndjsonFile } from '../src/imports/sources/ndjson-file.ts'
import { cloneDatabase } from './open-portal.ts'

/** The sales of the sample cooperative, as accounting exports them. */
export const sample = sampleExport()
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => JSON.parse(line))

export type Sale = (typeof sample)[number]

/** A copy of Rosa's sale, with a change. */
export function rosa(change: (sale: Sale) => void = () => {}): Sale {
  const sale = structuredClone(sample[0])
  change(sale)
  return sale
}

/** Copies of Rosa's sale with different codes. */
export function manySales(count: number): Sale[] {
  return Array.from({ length: count }, (_, index) =>
    rosa((sale) => {
      sale.code = `V-${index}`
    }),
  )
}

interface Imports {
  db: () => JobDatabase
  /** Writes an export of sales, or of raw lines. @returns its path */
  exportOf: (sales: (Sale | string)[], header?: object) => string
  /** Loads such an export. */
  load: (
    sales: (Sale | string)[],
    options?: ImportOptions,
    header?: object,
  ) => Promise<ImportOutcome>
  /** Every row that an import writes. */
  tables: () => Promise<Record<string, unknown>>
  /** The `value` of the first row of a query. */
  value: (query: SQL) => Promise<unknown>
}

/** An empty database for each test of a file, with helpers for imports. */
export function openImports(): Imports {
  composeDocumentUses()
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-import-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let database: Connection
  let files = 0
  beforeEach(async () => {
    database = await cloneDatabase('empty')
  })
  afterEach(() => database.close())

  const exportOf: Imports['exportOf'] = (sales, header = {}) => {
    const lines = sales.map((sale) => (typeof sale === 'string' ? sale : JSON.stringify(sale)))
    const first = JSON.stringify({
      corte: '2026-11-20T06:00:00-03:00',
      ventas: sales.length,
      ...header,
    })
    files += 1
    const path = join(folder, `${files}.ndjson`)
    writeFileSync(path, [first, ...lines, ''].join('\n'))
    return path
  }
  return {
    db: () => database.db,
    exportOf,
    load: (sales, options = {}, header = {}) =>
      importSales(database.db, ndjsonFile(exportOf(sales, header)), {
        maxRejectsPercent: 100,
        ...options,
      }),
    tables: async () => {
      const dump: Record<string, unknown> = {}
      for (const name of writtenTables) {
        dump[name] = await many(
          database.db,
          sql`select to_jsonb(t) as row from ${sql.identifier(name)} t order by to_jsonb(t)::text`,
        )
      }
      return dump
    },
    value: async (query) => {
      const row = await one<{ value: unknown }>(database.db, query)
      return row.value
    },
  }
}

const writtenTables = [
  'sales',
  'sale_holders',
  'sale_properties',
  'instalments',
  'payments',
  'commitments',
  'deed_trackings',
  'sale_views',
  'users',
  'loads',
]
