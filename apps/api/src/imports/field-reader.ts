import { isEmptyDate } from '@carpeta/domain/dates/dates'
import {
  type DateOrder,
  isEmptyWrittenDate,
  readWrittenDate,
} from '@carpeta/domain/dates/written-dates'
import { rejectReasons } from '@carpeta/domain/imports/reject-reasons'
import { decimalText, readDecimal, unitsAt } from '@carpeta/domain/money/decimal'
import { type NameProblem, nameLimits, nameProblem } from '@carpeta/domain/people/name-rules'
import type { Field, FieldKind, Fields } from '@carpeta/domain/sales/sale-fields'
import { columnOf } from '../db/table-shape.ts'
import { shown } from '../files/unreadable-export.ts'
import type { SaleRow } from '../sales/sales-tables.ts'

export type Section = Record<string, unknown>

/** A broken rule of a sale, for accounting to correct. */
export interface Reject {
  /** A path in the export's names: `venta.cliente_rut`, `pagos[3].monto_uf`. */
  field: string
  value: string
  reason: string
}

export const MAX_TEXT = 500
/** Of a text. */
export const TOO_LONG_REASON = `tiene más de ${MAX_TEXT} caracteres`
const nameReasons: Record<NameProblem, string> = {
  invisible: 'tiene caracteres de control o invisibles',
  address: 'parece un correo o una dirección de internet',
  long: `tiene más de ${nameLimits.fullName} caracteres`,
}
/** The kinds of fields whose columns have such a form. */
const formedKinds: readonly FieldKind[] = ['date', 'uf', 'pesos', 'share', 'count']
const SHARE_DECIMALS = 10
/** Most amounts; others are made so. */
const CANONICAL = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/
const UNIT_LIMITS = {
  uf: { decimals: 4, digits: 10, name: 'UF' },
  pesos: { decimals: 4, digits: 14, name: 'pesos' },
}

/** What reading a sale adds to. */
export interface Report {
  /** Every broken rule of the sale. */
  rejects: Reject[]
  seen: SeenColumns
}

/** Reads the fields of one section and reports every broken rule. */
export class FieldReader {
  readonly #section: Section
  readonly #path: string
  readonly #part: string
  readonly #rejects: Reject[]
  readonly #seen: SeenColumns

  constructor(section: Section, path: string, { rejects, seen }: Report) {
    this.#section = section
    this.#path = path
    this.#part = partOf(path)
    this.#rejects = rejects
    this.#seen = seen
  }

  /** Reads these fields, by column. */
  columns(fields: Fields, prefix = ''): SaleRow {
    const values: SaleRow = {}
    for (const { column, wire, kind } of columnsOf(fields)) {
      values[column] = this.#read(kind, prefix + wire)
      if (values[column] !== null && formedKinds.includes(kind)) {
        this.#seen.readable.add(`${this.#part}.${prefix}${wire}`)
      }
    }
    return values
  }

  text(field: string): string {
    const value = this.#section[field]
    if (value === undefined || value === null) return ''
    if (typeof value === 'number') return String(value)
    if (typeof value !== 'string') return this.reject(field, 'no es un texto') ?? ''
    // A cell of a spreadsheet may have several lines.
    const lines = value.split(/[\r\n]/).map((line) => line.trim())
    const text = lines.filter((line) => line !== '').join(' ')
    if (text.length > MAX_TEXT) this.reject(field, TOO_LONG_REASON)
    if (/\p{Cc}/u.test(text) || !text.isWellFormed()) {
      this.reject(field, 'tiene caracteres de control')
    }
    return text
  }

  /** One reason is enough for accounting to correct it. */
  #name(field: string): string {
    const rejectsBefore = this.#rejects.length
    const name = this.text(field)
    const problem =
      this.#rejects.length > rejectsBefore ? null : nameProblem(name, nameLimits.fullName)
    if (problem !== null) this.reject(field, nameReasons[problem])
    return name
  }

  #read(kind: FieldKind, field: string): string | number | null {
    switch (kind) {
      case 'text':
      case 'key':
        return this.text(field)
      case 'name':
        return this.#name(field)
      case 'link':
        return this.#link(field)
      case 'date':
        return this.#date(field)
      case 'uf':
      case 'pesos':
        return this.#amount(field, kind)
      case 'share':
        return this.#share(field)
      case 'count':
        return this.#count(field)
      case 'places':
        return this.#places(field)
    }
  }

  #link(field: string): string {
    const address = this.text(field)
    if (address !== '' && !/^https?:\/\/[^\s/]+/i.test(address)) {
      this.reject(field, rejectReasons.link)
    }
    return address
  }

  /** A calendar date, never converted by a time zone; null for the ERP's empty dates. */
  #date(field: string): string | null {
    const value = this.#section[field]
    if (isEmptyDate(value)) return null
    if (typeof value !== 'string') return this.reject(field, rejectReasons.date)
    const text = value.trim()
    if (isEmptyWrittenDate(text)) return null
    const written = readWrittenDate(text)
    if (written === null) return this.reject(field, rejectReasons.date)
    const { date, order } = written
    if (!this.#seen.dates.has(order)) {
      this.#seen.dates.set(order, { field: `${this.#path}${field}`, value: text, place: null })
    }
    return date
  }

  /** A fraction from 0 to 1, with as many decimals as its column. */
  #share(field: string): string | null {
    const text = this.#decimal(field)
    if (text === null) return null
    if (!/^(0(\.\d+)?|1)$/.test(text)) return this.reject(field, rejectReasons.share)
    return text.length > SHARE_DECIMALS + 2 ? roundedDecimal(text, SHARE_DECIMALS) : text
  }

  #count(field: string): number | null {
    const text = this.#decimal(field)
    if (text === null) return null
    if (!/^\d{1,6}$/.test(text)) return this.reject(field, rejectReasons.count)
    return Number(text)
  }

  /** '35,36' from a list, a number, or a text with commas. */
  #places(field: string): string {
    const value = this.#section[field]
    if (value === undefined || value === null || value === '') return ''
    const given: unknown[] = typeof value === 'object' ? [value].flat() : String(value).split(',')
    // A list or an object within the list is no number, whatever it holds; an object may have no text.
    const parts = given.map((part) => (typeof part === 'object' ? '[…]' : String(part).trim()))
    const text = parts.join(',')
    const isList = parts.every((part) => /^[1-9]\d{0,3}$/.test(part)) && text.length <= MAX_TEXT
    return isList || text === '' ? text : (this.reject(field, rejectReasons.places) ?? '')
  }

  reject(field: string, reason: string): null {
    const value = this.#section[field]
    this.#rejects.push({ field: `${this.#path}${field}`, value: shown(value), reason })
    return null
  }

  /** Exact decimal text; null for a missing amount. */
  #amount(field: string, unit: 'uf' | 'pesos'): string | null {
    const text = this.#decimal(field)
    if (text === null) return null
    const { decimals, digits, name } = UNIT_LIMITS[unit]
    const [whole = '', fraction = ''] = text.replace('-', '').split('.')
    if (fraction.length > decimals) {
      return this.reject(field, `tiene más de ${decimals} decimales (${name})`)
    }
    if (whole.length > digits) return this.reject(field, 'es demasiado grande')
    return text
  }

  /** Canonical decimal text, the same for '7.350' and 7.35. */
  #decimal(field: string): string | null {
    const value = this.#section[field]
    if (value === undefined || value === null || value === '') return null
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string') return this.reject(field, rejectReasons.number)
    if (CANONICAL.test(text)) return text
    const trimmed = text.trim()
    if (!/^-?\d+(\.\d+)?$/.test(trimmed)) return this.reject(field, rejectReasons.number)
    return canonicalText(trimmed)
  }
}

/** Without a limit of length, unlike the domain's: a long number must be found too large. */
function canonicalText(text: string): string {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.')
  const units = whole.replace(/^0+(?=\d)/, '')
  const fraction = withoutLastZeros(decimals)
  const digits = fraction === '' ? units : `${units}.${fraction}`
  return digits === '0' || !text.startsWith('-') ? digits : `-${digits}`
}

/** A loop: /0+$/ takes a time that grows with the square of the length. */
function withoutLastZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

function roundedDecimal(text: string, decimals: number): string {
  const decimal = readDecimal(text.slice(0, decimals + 5))
  return decimal === null
    ? text
    : decimalText({ units: unitsAt(decimal, decimals), scale: decimals })
}

const columnsOfTable = new Map<Fields, (Field & { column: string })[]>()

/** Cached by table: a large file has millions of fields. */
function columnsOf(fields: Fields): (Field & { column: string })[] {
  const known = columnsOfTable.get(fields)
  if (known) return known
  const columns = Object.entries(fields).map(([name, { wire, kind }]) => ({
    column: columnOf(name),
    wire,
    kind,
  }))
  columnsOfTable.set(fields, columns)
  return columns
}

/** What a load has seen of its columns, over all its sales. */
export interface SeenColumns {
  /** Columns of dates and numbers, 'pagos.monto_uf', of which some value could be read. */
  readable: Set<string>
  /** The first date of each order. */
  dates: Map<DateOrder, SeenDate>
}

interface SeenDate {
  /** A path in the export's names. */
  field: string
  value: string
  /** Null until the line is known that it stands in. */
  place: string | null
}

export function noColumns(): SeenColumns {
  return { readable: new Set(), dates: new Map() }
}

const tables: Record<string, string> = {
  venta: 'ventas',
  pagos: 'pagos',
  estado_de_pago: 'cuotas',
  compromiso: 'compromisos',
  seguimiento: 'seguimiento',
}

/** The part of an export that a path in a sale belongs to: 'cuotas' of 'estado_de_pago.Cuotas mensuales…'. */
export function partOf(path: string): string {
  return tables[/^\w*/.exec(path)?.[0] ?? ''] ?? ''
}
