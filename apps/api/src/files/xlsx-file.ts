import { tooLarge } from './read-file.ts'
import { UnreadableExport } from './unreadable-export.ts'
import {
  damaged,
  type Handler,
  listed,
  MAX_BUFFERED,
  MAX_LISTED,
  openWorkbook,
  type Read,
  type Relationship,
  type Watch,
} from './xlsx-package.ts'

/** What Excel allows in one cell. */
const MAX_CELL = 32_767
const MAX_COLUMNS = 16_384
/** Texts that several cells share are the only part of a workbook that is held in memory. */
const MAX_SHARED = { texts: 2_000_000, characters: 64 * 1024 * 1024 }

/** What a reject shows of a formula without its value. */
export const UNCALCULATED = 'fórmula sin calcular'

export interface Cell {
  /** A number as plain decimal text, a date as `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`. */
  text: string
  kind: 'text' | 'number' | 'error'
}

export interface SheetRow {
  /** 1-based, as Excel numbers it. */
  line: number
  /** By column, counted from 0; empty cells are missing. */
  cells: Map<number, Cell>
}

interface XlsxFile {
  sheets: string[]
  /** Streams the rows that have data. */
  rows: (sheet: string) => AsyncGenerator<SheetRow>
  close: () => void
}

/** Opens an `.xlsx`. What is unpacked has a limit, in bytes. @throws {UnreadableExport} */
export async function openXlsx(path: string, { maxBytes, onRead }: Watch): Promise<XlsxFile> {
  const { main, read, relationships, close } = await openWorkbook(path, { maxBytes, onRead })
  try {
    const related = await relationships(main)
    const partOf = (kind: string) => related.find((each) => each.kind === kind)?.target ?? ''
    const { sheets, is1904, isCalculatedLater } = await readSheets(read, main, related)
    const dateStyles = await readDateStyles(read, partOf('styles'))
    const texts = await readSharedTexts(read, partOf('sharedStrings'))
    const meaning = { dateStyles, texts, is1904, isCalculatedLater }
    let characters = 0
    return {
      sheets: [...sheets.keys()],
      rows: async function* (sheet) {
        const named = new Set<number>()
        let lastLine = 0
        for await (const found of read(sheets.get(sheet) ?? '', sheetRows)) {
          if ('merged' in found) {
            refuseMerged(found.merged, sheet, { named, lastLine })
            continue
          }
          const { line, cells } = found
          const values = new Map<number, Cell>()
          for (const [column, raw] of cells) {
            const value = cellValue(raw, meaning)
            // Short references to a long text unpack to more than the bytes of the file.
            if (raw.type === 's') characters += value.text.length
            if (characters > maxBytes) throw tooLarge(maxBytes)
            if (value.text.trim() !== '') values.set(column, value)
          }
          if (values.size === 0) continue
          if (lastLine === 0) for (const column of values.keys()) named.add(column)
          lastLine = line
          yield { line, cells: values }
        }
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

interface Workbook {
  /** The part of each sheet, hidden ones too, by its name. */
  sheets: Map<string, string>
  /** Whether days count from 1904. */
  is1904: boolean
  /** Whether the values of formulas count only once a spreadsheet has calculated them. */
  isCalculatedLater: boolean
}

async function readSheets(read: Read, main: string, related: Relationship[]): Promise<Workbook> {
  let is1904 = false
  let isCalculatedLater = false
  const named = await listed(
    read<{ name: string; id: string }>(main, (emit) => ({
      open: (name, attributes) => {
        if (name === 'workbookPr') is1904 = isTrue(attributes.date1904)
        if (name === 'calcPr') isCalculatedLater = isTrue(attributes.fullCalcOnLoad)
        if (name !== 'sheet') return
        const [, id = ''] = Object.entries(attributes).find(([each]) => each.endsWith(':id')) ?? []
        emit({ name: attributes.name ?? '', id })
      },
    })),
  )
  const parts = new Map(related.map(({ id, target }) => [id, target]))
  const sheets = new Map(named.map(({ name, id }) => [name, parts.get(id) ?? '']))
  // Which of two one would read, spreadsheets do not agree on.
  if (sheets.size < named.length) throw damaged(new Error('two sheets of one name'))
  return { sheets, is1904, isCalculatedLater }
}

const isTrue = (value = '') => /^(1|true|on)$/.test(value)

/** Excel's own limit. */
const MAX_FORMAT = 255

/** Whether a format of numbers, as files store it in every language, shows a date. */
function isDateFormat(code: string): boolean {
  const shown = code
    .slice(0, MAX_FORMAT)
    .replaceAll(/"[^"]*"|\\.|[_*].|\[(?![hms]+\])[^\]]*\]/gi, '')
  return /[ymdhs]/i.test(shown) && !/^general$/i.test(shown)
}

const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58)

/** The styles of cells, by number, that show a number as a date. */
async function readDateStyles(read: Read, part: string): Promise<Set<number>> {
  const dateFormats = new Map<number, boolean>()
  let isInCells = false
  const formats = await listed(
    read<number>(part, (emit) => ({
      open: (name, { numFmtId, formatCode = '' }) => {
        const id = Number(numFmtId ?? 0)
        if (name === 'numFmt' && dateFormats.size < MAX_LISTED) {
          dateFormats.set(id, isDateFormat(formatCode))
        }
        if (name === 'cellXfs') isInCells = true
        if (name === 'xf' && isInCells) emit(id)
      },
      close: (name) => {
        if (name === 'cellXfs') isInCells = false
      },
    })),
  )
  const isDate = (id: number) => dateFormats.get(id) ?? isBuiltInDate(id)
  return new Set(formats.flatMap((id, style) => (isDate(id) ? [style] : [])))
}

/** Collects the runs of a text, without what says how it is pronounced. */
function textRuns() {
  let text = ''
  let isText = false
  let isPhonetic = false
  return {
    open: (name: string) => {
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    add: (run: string) => {
      if (isText) text = limited(text + run)
    },
    close: (name: string) => {
      if (name === 'rPh') isPhonetic = false
      if (name === 't') isText = false
    },
    take: () => {
      const whole = unescaped(text)
      text = ''
      return whole
    },
  }
}

function limited(text: string): string {
  if (text.length <= MAX_CELL) return text
  throw new UnreadableExport('El libro tiene una celda con más texto del que admite Excel.')
}

/** Excel writes control characters as `_x000D_`. */
function unescaped(text: string): string {
  return text.replaceAll(/_x([\dA-F]{4})_/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

async function readSharedTexts(read: Read, part: string): Promise<string[]> {
  const texts: string[] = []
  let characters = 0
  const shared = read<string>(part, (emit) => {
    const runs = textRuns()
    return {
      open: runs.open,
      text: runs.add,
      close: (name) => {
        runs.close(name)
        if (name === 'si') emit(runs.take())
      },
    }
  })
  for await (const text of shared) {
    characters += text.length
    if (texts.length >= MAX_SHARED.texts || characters > MAX_SHARED.characters) {
      throw new UnreadableExport('El libro trae demasiados textos: envíe la carpeta de CSV.')
    }
    // A copy, which does not hold the chunk that it was cut from.
    texts.push(Buffer.from(text).toString())
  }
  return texts
}

interface RawCell {
  type: string
  style: number
  text: string
  isFormula: boolean
  /** Whether it has a value, which may be the empty text. */
  hasValue: boolean
}

interface RawRow {
  line: number
  cells: Map<number, RawCell>
}

/** A formula that some program wrote and no spreadsheet calculated; the empty text is a value. */
const isUncalculated = ({ isFormula, hasValue, type, text }: RawCell) =>
  isFormula && !(hasValue && (text !== '' || type === 'str'))

interface Merged {
  column: number
  firstLine: number
  lastLine: number
  reference: string
}

function readMerged(reference: string): Merged {
  const [from = '', to = from] = reference.split(':')
  const [firstLine, lastLine] = [rowNumber(from), rowNumber(to)]
  return { column: columnNumber(from), firstLine, lastLine, reference }
}

const rowNumber = (reference: string) => Number(/\d+$/.exec(reference)?.[0])

/** In cells merged across rows only the first has the value; the others would be read as empty. */
function refuseMerged(
  { column, firstLine, lastLine, reference }: Merged,
  sheet: string,
  table: { named: ReadonlySet<number>; lastLine: number },
): void {
  const isWithin = firstLine <= table.lastLine && table.named.has(column)
  if (!isWithin || firstLine === lastLine) return
  throw new UnreadableExport(
    `La hoja ${sheet} tiene celdas combinadas (${reference}), de las que solo la primera tiene el valor: sepáralas, y escribe el valor en cada una.`,
  )
}

/** A sheet lists its merged cells after its rows. */
type RawFound = RawRow | { merged: Merged }

function sheetRows(emit: (found: RawFound) => void): Handler {
  const runs = textRuns()
  let row: RawRow = { line: 0, cells: new Map() }
  let size = 0
  let column = -1
  let cell: RawCell | null = null
  let isValue = false
  return {
    open: (name, { r, t = 'n', s = '0', ref = '' }) => {
      if (name === 'mergeCell') emit({ merged: readMerged(ref) })
      else if (name === 'row') {
        row = { line: r === undefined ? row.line + 1 : Number(r), cells: new Map() }
        if (!Number.isSafeInteger(row.line)) throw new Error('a row without a number')
        column = -1
        size = 0
      } else if (name === 'c') {
        column = r === undefined ? column + 1 : columnNumber(r)
        if (!(column < MAX_COLUMNS)) throw new Error('too many columns')
        if (row.cells.has(column)) throw new Error('two cells in one place')
        cell = { type: t, style: Number(s), text: '', isFormula: false, hasValue: false }
      } else if (name === 'v') {
        isValue = cell !== null
        if (cell) cell.hasValue = true
      } else if (name === 'f' && cell) cell.isFormula = true
      else if (cell?.type === 'inlineStr') runs.open(name)
    },
    text: (text) => {
      if (cell && isValue) cell.text = limited(cell.text + text)
      else if (cell?.type === 'inlineStr') runs.add(text)
    },
    close: (name) => {
      if (name === 'v') isValue = false
      else if (name === 'c' && cell) {
        if (cell.type === 'inlineStr') cell.text = runs.take()
        size += cell.text.length
        if (size > MAX_BUFFERED) throw new Error('too much text in a row')
        if (cell.text !== '' || isUncalculated(cell)) row.cells.set(column, cell)
        cell = null
      } else if (name === 'row') emit(row)
      else runs.close(name)
    },
  }
}

/** 0-based, of 'AB12'. */
function columnNumber(reference: string): number {
  const [, letters] = /^([A-Z]{1,3})\d+$/.exec(reference) ?? []
  if (letters === undefined) throw new Error('a cell without a place')
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** 'AB', of a 0-based column. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26)
  return `${rest > 0 ? columnLetters(rest - 1) : ''}${String.fromCharCode(65 + (column % 26))}`
}

interface Meaning {
  dateStyles: ReadonlySet<number>
  texts: readonly string[]
  is1904: boolean
  isCalculatedLater: boolean
}

function cellValue(cell: RawCell, meaning: Meaning): Cell {
  const { dateStyles, texts, is1904, isCalculatedLater } = meaning
  const { type, style, text, isFormula } = cell
  // Some programs write 0 until a spreadsheet calculates.
  const isStandIn = isFormula && isCalculatedLater && type === 'n' && Number(text) === 0
  if (isUncalculated(cell) || isStandIn) return { text: UNCALCULATED, kind: 'error' }
  switch (type) {
    case 's': {
      const shared = texts[Number(text)]
      if (shared === undefined) throw damaged(new Error('a text that is not there'))
      return { text: shared, kind: 'text' }
    }
    case 'str':
      return { text: unescaped(text), kind: 'text' }
    case 'e':
      return { text, kind: 'error' }
    case 'b':
      return { text: text.trim() === '1' ? 'VERDADERO' : 'FALSO', kind: 'text' }
    case 'd':
      return { text: text.replace('T', ' ').replace(/\.0+$/, ''), kind: 'text' }
    case 'n': {
      const number = shortestDecimal(text)
      const date = number !== null && dateStyles.has(style) ? dateText(Number(text), is1904) : null
      if (date !== null) return { text: date, kind: 'text' }
      return number === null ? { text, kind: 'text' } : { text: number, kind: 'number' }
    }
    default:
      return { text, kind: 'text' }
  }
}

/**
 * The shortest decimal text that is the same binary number: '7.35' for '7.3499999999999996'. Null for what is
 * no number.
 */
function shortestDecimal(text: string): string | null {
  const trimmed = text.trim()
  if (!/^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return null
  const number = Number(trimmed)
  if (!Number.isFinite(number)) return null
  if (number === 0) return '0'
  const [mantissa = '', exponent = '0'] = String(Math.abs(number)).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  const sign = number < 0 ? '-' : ''
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return `${sign}${digits.padEnd(point, '0')}`
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

const SECONDS_PER_DAY = 86_400
const MS_PER_DAY = SECONDS_PER_DAY * 1000
/** The last day of the year 9999. */
const LAST_DAY = 2_958_465
const FIRST_OF_1904 = 1462

/**
 * The calendar day of a serial number, as Excel shows it: its 1900 has a 29th of February, which is no date
 * here. Its day 0 is what a formula makes of an empty cell. Null outside Excel's calendar.
 */
function dateText(serial: number, is1904: boolean): string | null {
  if (serial === 0) return ''
  const seconds = Math.round(serial * SECONDS_PER_DAY)
  const day = Math.floor(seconds / SECONDS_PER_DAY) + (is1904 ? FIRST_OF_1904 : 0)
  if (serial < 0 || day > LAST_DAY) return null
  const time = new Date((seconds % SECONDS_PER_DAY) * 1000).toISOString().slice(11, 19)
  return time === '00:00:00' ? dayText(day) : `${dayText(day)} ${time}`
}

function dayText(day: number): string {
  if (day === 0) return '1900-01-00'
  if (day === 60) return '1900-02-29'
  const sinceEpoch = Date.UTC(1899, 11, day < 60 ? 31 : 30) + day * MS_PER_DAY
  return new Date(sinceEpoch).toISOString().slice(0, 10)
}
