import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, readFile as readWhole, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { AMBIGUOUS_REASON, shown } from '../field-reader.ts'
import { type Delimiter, plainNumber, readCsv } from './csv-file.ts'
import { type ExportPart, exportParts, numberColumns, requireKnownColumns } from './export-parts.ts'
import { type ExportSource, readExportHeader, UnreadableExport } from './export-source.ts'
import { joinParts } from './join-parts.ts'
import { createPartRows, type PartRow, readPartRows, stagePartRows } from './joined-rows-store.ts'

const HEADER = 'corte.json'
/** A date and a number. */
const MAX_HEADER_BYTES = 10_000

const fileOf = (part: ExportPart) => `${part}.csv`

/** `corte.json` and one CSV for each part of the sales, joined by `code`. */
export function csvFolder(folder: string, name = basename(resolve(folder))): ExportSource {
  return {
    name,
    open: async (tx) => {
      const total = await requireFiles(folder)
      const digest = createHash('sha256')
      const head = await readWhole(join(folder, HEADER), 'utf8')
      digest.update(head)
      let read = 0
      await createPartRows(tx)
      for (const part of exportParts) {
        const file = fileOf(part)
        digest.update(file)
        const onRead = (bytes: number) => {
          read += bytes
        }
        const check = (columns: string[]) => requireKnownColumns(part, columns, file)
        const csv = await readCsv(join(folder, file), file, { digest, onRead, check })
        await stagePartRows(tx, part, partRows(part, csv))
      }
      return {
        header: readExportHeader(head.replace(/^\uFEFF/, '')),
        sales: joinParts(readPartRows(tx), fileOf),
        hash: () => digest.copy().digest('hex'),
        progress: () => (total === 0 ? 1 : read / total),
        close: async () => {},
      }
    },
  }
}

/** @returns the bytes of all CSV files. @throws {UnreadableExport} that names a missing file */
async function requireFiles(folder: string): Promise<number> {
  const names = [HEADER, ...exportParts.map(fileOf)]
  const missing: string[] = []
  let total = 0
  for (const file of names) {
    const path = join(folder, file)
    try {
      await access(path, constants.R_OK)
      const { size } = await stat(path)
      if (file !== HEADER) total += size
      else if (size > MAX_HEADER_BYTES) throw new UnreadableExport(`${HEADER} es demasiado grande.`)
    } catch (error) {
      if (error instanceof UnreadableExport) throw error
      missing.push(file)
    }
  }
  if (missing.length > 0) {
    const verb = missing.length === 1 ? 'falta' : 'faltan'
    throw new UnreadableExport(`En la carpeta ${folder} ${verb} ${missing.join(', ')}.`)
  }
  return total
}

async function* partRows(
  part: ExportPart,
  { delimiter, rows }: Awaited<ReturnType<typeof readCsv>>,
): AsyncGenerator<PartRow> {
  for await (const { line, cells } of rows) yield partRow(part, line, cells, { delimiter })
}

/** A row of a table; the columns in `exact` hold decimal text with a dot already. */
export function partRow(
  part: ExportPart,
  line: number,
  cells: Record<string, string>,
  { delimiter, exact }: { delimiter: Delimiter; exact?: ReadonlySet<string> },
): PartRow {
  const { code = '', ...others } = cells
  const row: PartRow = { code: code.trim(), line, cells: others, rejects: [] }
  for (const column of numberColumns[part]) {
    const text = others[column]
    if (text === undefined || text === '' || exact?.has(column)) continue
    const number = plainNumber(text, delimiter)
    row.cells[column] = number
    if (number === null) {
      row.rejects.push({ field: column, value: shown(text), reason: AMBIGUOUS_REASON })
    }
  }
  return row
}
