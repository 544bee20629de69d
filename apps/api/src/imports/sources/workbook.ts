import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { requireFewColumns } from '../../files/csv-file.ts'
import { columnName, shown, UnreadableExport } from '../../files/unreadable-export.ts'
import {
  type Cell,
  columnLetters,
  openXlsx,
  type SheetRow,
  UNCALCULATED,
} from '../../files/xlsx-file.ts'
import { partRow } from './csv-folder.ts'
import { type ExportPart, exportParts, requireKnownColumns } from './export-parts.ts'
import { cutoffInstant, type ExportHeader, type ExportSource } from './export-source.ts'
import { joinParts } from './join-parts.ts'
import { createPartRows, type PartRow, readPartRows, stagePartRows } from './joined-rows-store.ts'

type SheetName = 'corte' | ExportPart

const sheetNames: SheetName[] = ['corte', ...exportParts]

/** Excel stores no more digits of a number. */
const EXACT_INTEGER = /^-?\d{1,15}$/
const INTEGER = /^-?\d+$/

const errorReason = (text: string) =>
  text === UNCALCULATED
    ? 'no tiene valor: abre el libro en Excel y guárdalo'
    : 'es un error de Excel'

/** An Excel workbook whose sheets are the files of a CSV folder, `corte` among them. */
export function workbook(
  path: string,
  { name = basename(path), maxBytes = Infinity }: { name?: string; maxBytes?: number } = {},
): ExportSource {
  return {
    name,
    open: async (tx) => {
      const digest = createHash('sha256')
      let read = 0
      let total = 0
      const onRead = (bytes: Buffer, all: number) => {
        digest.update(bytes)
        read += bytes.length
        total = all
      }
      const file = await openXlsx(path, { maxBytes, onRead })
      try {
        const sheets = findSheets(file.sheets)
        const rowsOf = (sheet: SheetName) => namedRows(sheet, file.rows(sheets.get(sheet) ?? ''))
        const header = await readHeader(rowsOf('corte'))
        await createPartRows(tx)
        for (const part of exportParts) {
          await stagePartRows(tx, part, partRows(part, rowsOf(part)))
        }
        return {
          header,
          sales: joinParts(readPartRows(tx), (part) => part),
          hash: () => digest.copy().digest('hex'),
          progress: () => (total === 0 ? 1 : Math.min(1, read / total)),
          close: async () => {},
        }
      } finally {
        file.close()
      }
    },
  }
}

/** The workbook's own name of each sheet that is read. @throws {UnreadableExport} that names what is missing */
function findSheets(inWorkbook: string[]): Map<SheetName, string> {
  const found = new Map<SheetName, string>()
  for (const sheet of sheetNames) {
    const [name, again] = inWorkbook.filter((each) => each.trim().toLowerCase() === sheet)
    if (again !== undefined) throw new UnreadableExport(`El libro trae dos hojas «${sheet}».`)
    if (name !== undefined) found.set(sheet, name)
  }
  const missing = sheetNames.filter((sheet) => !found.has(sheet)).map((sheet) => `«${sheet}»`)
  if (missing.length === 0) return found
  const lacks = missing.length === 1 ? 'falta la hoja' : 'faltan las hojas'
  const others = inWorkbook.filter((name) => ![...found.values()].includes(name)).slice(0, 5)
  const has = others.length === 0 ? '' : ` Trae ${others.map((each) => `«${each}»`).join(', ')}.`
  throw new UnreadableExport(`Al libro le ${lacks} ${missing.join(', ')}.${has}`)
}

interface NamedRow {
  line: number
  cells: Record<string, Cell>
}

/** Rows with the names of the first one, whose columns are judged as those of a CSV. @throws {UnreadableExport} */
async function* namedRows(
  sheet: SheetName,
  rows: AsyncIterable<SheetRow>,
): AsyncGenerator<NamedRow> {
  const place = `la hoja ${sheet}`
  let columns: Map<number, string> | null = null
  for await (const { line, cells } of rows) {
    if (columns === null) {
      columns = readHead(cells, place)
      if (sheet !== 'corte') requireKnownColumns(sheet, [...columns.values()], place)
      continue
    }
    const named: Record<string, Cell> = {}
    for (const name of columns.values()) named[name] = { text: '', kind: 'text' }
    for (const [column, cell] of cells) {
      const name = columns.get(column)
      if (name !== undefined) named[name] = cell
      else {
        const at = `${place}, fila ${line}`
        throw new UnreadableExport(
          `En ${at}, la columna ${columnLetters(column)} tiene datos y no tiene nombre.`,
        )
      }
    }
    yield { line, cells: named }
  }
  if (columns === null) throw new UnreadableExport(`A ${place} le falta la cabecera: está vacía.`)
}

function readHead(cells: Map<number, Cell>, place: string): Map<number, string> {
  const columns = new Map<number, string>()
  const seen = new Set<string>()
  for (const [column, { text, kind }] of cells) {
    const name = columnName(text)
    if (kind === 'error') {
      throw new UnreadableExport(`En ${place} el nombre de una columna es un error: ${name}.`)
    }
    if (seen.has(name)) {
      throw new UnreadableExport(`En ${place} la columna «${shown(name)}» está repetida.`)
    }
    seen.add(name)
    columns.set(column, name)
  }
  requireFewColumns([...seen], place)
  return columns
}

async function readHeader(rows: AsyncIterable<NamedRow>): Promise<ExportHeader> {
  const found: NamedRow[] = []
  for await (const row of rows) if (found.length < 2) found.push(row)
  const [row, another] = found
  const corte = row?.cells.corte?.text.trim() ?? ''
  const ventas = row?.cells.ventas?.text.trim() ?? ''
  const cutoff = cutoffInstant(corte)
  if (!row || another || !cutoff || !/^\d{1,9}$/.test(ventas)) {
    const wanted =
      'La hoja corte debe traer una fila con «corte», fecha y hora, y «ventas», su número.'
    throw new UnreadableExport(
      `${wanted} ${headerProblem(row, another, { corte, ventas, cutoff })}`,
    )
  }
  return { cutoff, announced: Number(ventas) }
}

function headerProblem(
  row: NamedRow | undefined,
  another: NamedRow | undefined,
  { corte, ventas, cutoff }: { corte: string; ventas: string; cutoff: Date | null },
): string {
  if (!row) return 'No trae ninguna.'
  if (another) return 'Trae más de una.'
  if (cutoff) return `«ventas» dice «${shown(ventas)}».`
  return `«corte» dice «${shown(corte)}»; por ejemplo, 20-11-2026 06:00.`
}

async function* partRows(part: ExportPart, rows: AsyncIterable<NamedRow>): AsyncGenerator<PartRow> {
  for await (const { line, cells } of rows) {
    const named = Object.entries(cells)
    const numbers = named.filter(([, { kind }]) => kind === 'number')
    const texts = named.map(([name, { text, kind }]) => [name, kind === 'error' ? '' : text])
    const exact = new Set(numbers.map(([name]) => name))
    // Excel in Chile shows decimal commas, and so do the texts that it stores.
    const row = partRow(part, line, Object.fromEntries(texts), { delimiter: ';', exact })
    for (const [field, { text, kind }] of named) {
      if (kind === 'error') row.rejects.push({ field, value: text, reason: errorReason(text) })
      else if (kind === 'number' && INTEGER.test(text) && !EXACT_INTEGER.test(text)) {
        const reason = 'tiene más de 15 cifras, que Excel no guarda todas: escríbalo como texto'
        row.rejects.push({ field, value: text, reason })
      }
    }
    yield row
  }
}
