import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, readdir, readFile as readWhole, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { rejectReasons } from '@carpeta/domain/imports/reject-reasons'
import { type Delimiter, plainNumber, readCsv } from '../../files/csv-file.ts'
import { decodeText } from '../../files/text-encoding.ts'
import { shown, UnreadableExport } from '../../files/unreadable-export.ts'
import { type ExportPart, exportParts, numberColumns, requireKnownColumns } from './export-parts.ts'
import { type ExportSource, readExportHeader } from './export-source.ts'
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
      const { paths, total } = await requireFiles(folder)
      const digest = createHash('sha256')
      const head = decodeText(await readWhole(paths[HEADER] ?? ''))
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
        const csv = await readCsv(paths[file] ?? '', file, { digest, onRead, check })
        await stagePartRows(tx, part, partRows(part, csv))
      }
      return {
        header: readExportHeader(head),
        sales: joinParts(readPartRows(tx), fileOf),
        hash: () => digest.copy().digest('hex'),
        progress: () => (total === 0 ? 1 : read / total),
        close: async () => {},
      }
    },
  }
}

/**
 * The path of each file by our name of it, in capitals or not, and the bytes of all CSV files.
 * @throws {UnreadableExport} that names a missing file
 */
async function requireFiles(
  folder: string,
): Promise<{ paths: Record<string, string>; total: number }> {
  const names = [HEADER, ...exportParts.map(fileOf)]
  const present = await readdir(folder).catch(() => [])
  const paths: Record<string, string> = {}
  const missing: string[] = []
  let total = 0
  for (const file of names) {
    const [found = file, another] = present.filter((name) => name.toLowerCase() === file)
    if (another !== undefined) {
      throw new UnreadableExport(`En la carpeta ${folder} están ${found} y ${another}: deja uno.`)
    }
    const path = join(folder, found)
    paths[file] = path
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
  return { paths, total }
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
      row.rejects.push({ field: column, value: shown(text), reason: rejectReasons.ambiguous })
    }
  }
  return row
}
