import { commitmentEntries } from '@carpeta/domain/sales/sale-fields'
import { groupThousands } from '@carpeta/domain/text/counted'
import { shown, UnreadableExport } from '../../files/unreadable-export.ts'
import type { Reject } from '../field-reader.ts'
import type { ExportPart } from './export-parts.ts'
import type { ExportedLine, LocatedReject } from './export-source.ts'
import type { StagedRow } from './joined-rows-store.ts'

const entryNames: readonly string[] = Object.values(commitmentEntries).map(({ wire }) => wire)
/** A label; a code of a sale has digits. */
const TOTAL = /^(sub)?total(es)?\b\D*$/i

/** A sale has a few hundred. One code in every row of a file must not fill the memory. */
const MAX_ROWS = 10_000
const TOO_MANY = 'está en más de 10.000 filas'
/** The cells, column names and faults of a sale may together be as long as a line of NDJSON. */
const MAX_CHARACTERS = 1_000_000

/**
 * Joins rows in the order of their codes to sales. @param nameOf how a part's file is called
 * @throws {UnreadableExport} for a row of totals, which is no sale
 */
export async function* joinParts(
  rows: AsyncIterable<StagedRow>,
  nameOf: (part: ExportPart) => string,
): AsyncGenerator<ExportedLine> {
  let group = new Group()
  for await (const row of rows) {
    refuseTotal(row, nameOf)
    const [first] = group.rows
    if (first && (first.code !== row.code || row.code === '')) {
      yield* salesOf(group.all(), nameOf)
      group = new Group()
    }
    group.add(row)
  }
  if (group.rows.length > 0) yield* salesOf(group.all(), nameOf)
}

/** The rows of one code, as many as the memory may take. */
class Group {
  readonly rows: StagedRow[] = []
  private characters = 0
  /** The first row that was left out, without its cells. */
  private left: StagedRow | null = null
  private leftCount = 0

  add(row: StagedRow): void {
    const added = isRepeated(row, this.rows) ? { ...row, cells: {} } : row
    this.characters += charactersOf(added)
    const fits = this.rows.length < MAX_ROWS && this.characters <= MAX_CHARACTERS
    if (fits && this.left === null) {
      this.rows.push(added)
      return
    }
    this.left ??= { ...row, cells: {}, rejects: [] }
    this.leftCount += 1
  }

  all(): StagedRow[] {
    if (this.left === null) return this.rows
    const tooMany =
      this.rows.length === MAX_ROWS ? TOO_MANY : 'tiene más de 1.000.000 de caracteres en sus filas'
    const count = groupThousands(String(this.leftCount))
    return [...this.rows, withReject(this.left, `${tooMany}: no se leyeron ${count}`)]
  }
}

function charactersOf({ cells, rejects }: StagedRow): number {
  let characters = 0
  for (const [column, text] of Object.entries(cells))
    characters += column.length + (text?.length ?? 0)
  for (const { field, value, reason } of rejects) {
    characters += field.length + value.length + reason.length
  }
  return characters
}

/** Of these parts a sale has one row; of a second one its place is enough. */
function isRepeated({ part }: StagedRow, group: StagedRow[]): boolean {
  return (part === 'ventas' || part === 'seguimiento') && group.at(-1)?.part === part
}

function refuseTotal(
  { part, line, code, cells }: StagedRow,
  nameOf: (part: ExportPart) => string,
): void {
  const labels = code === '' ? Object.values(cells) : [code]
  const label = labels.find((each) => TOTAL.test(each?.trim() ?? ''))
  if (label === undefined) return
  throw new UnreadableExport(
    `La fila ${line} de ${nameOf(part)} es un total («${shown(label)}»): quita las filas de totales.`,
  )
}

function withReject(row: StagedRow, reason: string): StagedRow {
  return { ...row, rejects: [...row.rejects, { field: 'code', value: shown(row.code), reason }] }
}

type RowsOf = Record<ExportPart, StagedRow[]>

function* salesOf(
  group: StagedRow[],
  nameOf: (part: ExportPart) => string,
): Generator<ExportedLine> {
  const byPart: RowsOf = { ventas: [], cuotas: [], pagos: [], compromisos: [], seguimiento: [] }
  for (const row of group) byPart[row.part].push(row)
  const [sale, ...repeated] = byPart.ventas
  const first = sale ?? group[0]
  if (first === undefined) return
  const at = (row: StagedRow, reject: Reject): LocatedReject => ({
    ...reject,
    file: nameOf(row.part),
    line: row.line,
  })
  const reject = (row: StagedRow, field: string, reason: string) =>
    at(row, { field, value: shown(row.cells[field] ?? ''), reason })

  const rejects = group.flatMap((row) => row.rejects.map((each) => at(row, each)))
  if (sale === undefined) rejects.push(reject(first, 'code', `no está en ${nameOf('ventas')}`))
  rejects.push(...byPart.seguimiento.slice(1).map((row) => reject(row, 'code', 'está repetido')))
  rejects.push(...wrongEntries(byPart.compromisos).map(([row, why]) => reject(row, 'tipo', why)))
  yield {
    number: first.line,
    json: jsonOf(first.code, byPart),
    rejects,
    locate: (broken) => (sale ? locate(broken, byPart, sale, at) : null),
  }
  // A code of several rows: each is a line of its own with nothing but the code, and so all are rejected.
  for (const { code, line } of repeated) {
    yield {
      number: line,
      json: JSON.stringify({ code, venta: {} }),
      rejects: [],
      locate: () => null,
    }
  }
}

function wrongEntries(rows: StagedRow[]): [StagedRow, string][] {
  const seen = new Set<string>()
  return rows.flatMap((row): [StagedRow, string][] => {
    const name = entryOf(row)
    if (!entryNames.includes(name)) return [[row, 'no es un compromiso']]
    if (seen.has(name)) return [[row, 'está repetido']]
    seen.add(name)
    return []
  })
}

/** Its name as the export has it, whatever the capitals. */
function entryOf({ cells }: StagedRow): string {
  const name = cells.tipo?.trim() ?? ''
  return entryNames.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name
}

function jsonOf(code: string, { ventas, cuotas, pagos, compromisos, seguimiento }: RowsOf): string {
  return JSON.stringify({
    code,
    venta: ventas[0]?.cells ?? {},
    pagos: pagos.map(({ cells }) => cells),
    estado_de_pago: { 'Cuotas mensuales': { cuotas: cuotas.map(({ cells }) => cells) } },
    compromiso: Object.fromEntries(compromisos.map((row) => [entryOf(row), row.cells])),
    seguimiento: seguimiento[0]?.cells ?? null,
  })
}

const LISTED = /^(?:estado_de_pago\.Cuotas mensuales\.(cuotas)|(pagos))\[(\d+)\]\.(.+)$/

/** The file, line and column of a broken rule, whose field is a path in the joined sale. */
function locate(
  broken: Reject,
  byPart: RowsOf,
  sale: StagedRow,
  at: (row: StagedRow, reject: Reject) => LocatedReject,
): LocatedReject {
  const { field } = broken
  const [, isInstalment, , index, column] = LISTED.exec(field) ?? []
  if (column !== undefined) {
    const row = byPart[isInstalment ? 'cuotas' : 'pagos'][Number(index)]
    return at(row ?? sale, { ...broken, field: column })
  }
  const [section = '', ...path] = field.split('.')
  const name = path.join('.')
  if (section === 'venta' && name !== '') return at(sale, { ...broken, field: name })
  if (section === 'seguimiento' && byPart.seguimiento[0]) {
    return at(byPart.seguimiento[0], { ...broken, field: name })
  }
  if (section === 'compromiso') {
    const row = byPart.compromisos.find((each) => name.startsWith(`${entryOf(each)}.`))
    if (row) return at(row, { ...broken, field: name.slice(entryOf(row).length + 1) })
  }
  return at(sale, broken)
}
