import { createHash, type Hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UnreadableExport } from '../../files/unreadable-export.ts'
import { type ExportPart, exportParts, requireKnownColumns } from '../sources/export-parts.ts'
import { cutoffInstant, type ExportSource } from '../sources/export-source.ts'
import { joinParts } from '../sources/join-parts.ts'
import {
  createPartRows,
  type PartRow,
  readPartRows,
  stagePartRows,
} from '../sources/joined-rows-store.ts'
import type { DatabaseAddress } from './database-address.ts'
import { openSnapshot, type Query, type Row } from './snapshot.ts'

/** Accounting's own MySQL or MariaDB, read by one query for each part of the sales, as of one moment. */
export function mysqlSource(address: DatabaseAddress, folder: string): ExportSource {
  return {
    name: address.name,
    open: async (tx) => {
      const queries = await readQueryFolder(folder)
      const snapshot = await openSnapshot(address)
      try {
        const { cutoff, announced } = await readCutoff(snapshot.rows(queries.corte))
        const digest = createHash('sha256').update(cutoff.toISOString())
        let sales = 0
        const onRow = (part: ExportPart) => {
          if (part === 'ventas') sales += 1
        }
        await createPartRows(tx)
        for (const part of exportParts) {
          const rows = snapshot.rows(queries[part], (columns) =>
            requireKnownColumns(part, columns, queryFile(part)),
          )
          await stagePartRows(tx, part, partRows(part, rows, { digest, onRow }))
        }
        return {
          header: { cutoff, announced: announced ?? sales },
          sales: joinParts(readPartRows(tx), queryFile),
          hash: () => digest.copy().digest('hex'),
          // The queries have ended: only the joined rows are left to read.
          progress: () => 1,
          close: async () => {},
        }
      } finally {
        await snapshot.close()
      }
    },
  }
}

/** A row's line is its number in the answer of the query. */
async function* partRows(
  part: ExportPart,
  rows: AsyncIterable<Row>,
  { digest, onRow }: { digest: Hash; onRow: (part: ExportPart) => void },
): AsyncGenerator<PartRow> {
  let line = 0
  digest.update(part)
  for await (const { code, ...cells } of rows) {
    line += 1
    onRow(part)
    digest.update(JSON.stringify([code, cells]))
    yield { code: code?.trim() ?? '', line, cells, rejects: [] }
  }
}

type QueryName = 'corte' | ExportPart

const names: QueryName[] = ['corte', ...exportParts]
const MAX_BYTES = 1_000_000

const queryFile = (name: QueryName) => `${name}.sql`

/** `corte.sql`, and one query for each CSV of a folder. @throws {UnreadableExport} that names what is missing */
export async function readQueryFolder(folder: string): Promise<Record<QueryName, Query>> {
  const missing: string[] = []
  const queries = await Promise.all(
    names.map(async (name): Promise<[QueryName, Query]> => {
      const file = queryFile(name)
      const sql = await readSql(join(folder, file), file)
      if (sql === null) missing.push(file)
      return [name, { file, sql: sql ?? '' }]
    }),
  )
  if (missing.length === 0) return Object.fromEntries(queries) as Record<QueryName, Query>
  const verb = missing.length === 1 ? 'falta' : 'faltan'
  throw new UnreadableExport(`En la carpeta ${folder} ${verb} ${missing.toSorted().join(', ')}.`)
}

/** Null when there is no such file. */
async function readSql(path: string, file: string): Promise<string | null> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch {
    return null
  }
  if (text.length > MAX_BYTES) throw new UnreadableExport(`${file} es demasiado grande.`)
  const sql = text.replace(/^\uFEFF/, '').trim()
  if (sql === '') throw new UnreadableExport(`${file} está vacío.`)
  return sql
}

interface Cutoff {
  cutoff: Date
  /** How many sales the query announces; null when it does not. */
  announced: number | null
}

const file = queryFile('corte')

/** Reads the row of `corte.sql`: `corte`, and `ventas` if it has one. @throws {UnreadableExport} */
export async function readCutoff(rows: AsyncIterable<Row>): Promise<Cutoff> {
  const found: Row[] = []
  for await (const row of rows) found.push(row)
  const [row, ...others] = found
  if (!row || others.length > 0) {
    throw new UnreadableExport(
      `La consulta ${file} debe devolver una fila; devuelve ${found.length}.`,
    )
  }
  const cutoff = cutoffInstant(row.corte ?? '')
  if (!cutoff) {
    throw new UnreadableExport(
      `La consulta ${file} debe devolver una columna «corte» con fecha y hora, y no «${row.corte ?? ''}».`,
    )
  }
  const { ventas = null } = row
  if (ventas !== null && !/^\d{1,9}$/.test(ventas)) {
    throw new UnreadableExport(`La consulta ${file} devuelve «${ventas}» ventas.`)
  }
  return { cutoff, announced: ventas === null ? null : Number(ventas) }
}
