import type { Transaction } from '../../db/client.ts'
import { copyInto, copyLine } from '../../db/copy.ts'
import { exec, readByCursor, sql } from '../../db/query.ts'
import { shown } from '../../files/unreadable-export.ts'
import { MAX_TEXT, type Reject, TOO_LONG_REASON } from '../field-reader.ts'
import { type ExportPart, exportParts } from './export-parts.ts'

/** A row of a part, not yet joined. */
export interface PartRow {
  /** Empty when the row has none. */
  code: string
  line: number
  cells: Record<string, string | null>
  /** The faults of its cells, by column. */
  rejects: Reject[]
}

export interface StagedRow extends PartRow {
  part: ExportPart
}

interface StoredRow {
  code: string
  part: number
  line: number
  /** JSON */
  cells: string
  rejects: string
}

/** PostgreSQL sorts the rows, so that neither their order nor their number matters. */
export async function createPartRows(tx: Transaction): Promise<void> {
  await exec(
    tx,
    sql`create temporary table part_rows (
        code text collate "C" not null, part integer not null, line integer not null,
        cells text not null, rejects text not null
      ) on commit drop`,
  )
}

export async function stagePartRows(
  tx: Transaction,
  part: ExportPart,
  rows: AsyncIterable<PartRow>,
): Promise<void> {
  const columns = ['code', 'part', 'line', 'cells', 'rejects']
  await copyInto(tx, 'part_rows', columns, linesOf(exportParts.indexOf(part), rows))
}

async function* linesOf(part: number, rows: AsyncIterable<PartRow>): AsyncGenerator<string> {
  for await (const row of rows) {
    const { code, line, cells, rejects } = withoutLongCells(row)
    // PostgreSQL stores no NUL; a code with one is no valid code.
    const stored = code.replaceAll('\0', '\u0001')
    yield copyLine([stored, part, line, JSON.stringify(cells), JSON.stringify(rejects)])
  }
}

/** A text may have that, with its line ends; thousands of rows of one sale are joined in memory. */
const MAX_CELL = 4 * MAX_TEXT

function withoutLongCells(row: PartRow): PartRow {
  const isShort = (text: string | null) => (text ?? '').length <= MAX_CELL
  if (isShort(row.code) && Object.values(row.cells).every(isShort)) return row
  const long = Object.entries(row.cells).filter(([, text]) => !isShort(text))
  const rejects = long.map(([field, text]) => ({
    field,
    value: shown(text ?? ''),
    reason: TOO_LONG_REASON,
  }))
  return {
    ...row,
    code: row.code.slice(0, MAX_CELL),
    cells: { ...row.cells, ...Object.fromEntries(long.map(([field]) => [field, ''])) },
    rejects: [...row.rejects, ...rejects],
  }
}

/** All rows in the order of their codes; of one code, in the order of parts and lines. */
export async function* readPartRows(tx: Transaction): AsyncGenerator<StagedRow> {
  const query = sql`
    select code, part, line, cells, rejects from part_rows order by code, part, line`
  for await (const rows of readByCursor<StoredRow>(tx, 'part_rows_by_code', query)) {
    for (const { code, part, line, cells, rejects } of rows) {
      yield {
        code,
        part: exportParts[part] ?? 'ventas',
        line,
        cells: JSON.parse(cells),
        rejects: JSON.parse(rejects),
      }
    }
  }
}
