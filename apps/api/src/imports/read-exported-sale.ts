import { createHash } from 'node:crypto'
import { rejectReasons } from '@carpeta/domain/imports/reject-reasons'
import { paymentKeys } from '@carpeta/domain/payments/payment-keys'
import { readEmailField } from '@carpeta/domain/people/email-field'
import { nameLimits } from '@carpeta/domain/people/name-rules'
import { canonicalRut } from '@carpeta/domain/people/rut'
import {
  commitmentEntries,
  deedFields,
  holderFields,
  holderPrefixes,
  instalmentFields,
  paymentFields,
  propertyFields,
  propertyPrefixes,
  saleFields,
} from '@carpeta/domain/sales/sale-fields'
import type { SaleChecks } from '@carpeta/domain/sales/sale-findings'
import { groupThousands } from '@carpeta/domain/text/counted'
import { cut, shown } from '../files/unreadable-export.ts'
import { parseExactly } from '../sales/exact-json.ts'
import type { SaleBody, SaleRow } from '../sales/sales-tables.ts'
import { findInBody } from './checked-sale.ts'
import { FieldReader, noColumns, type Reject, type Report, type Section } from './field-reader.ts'

/** A sale of the export, by the columns of `sales-tables.ts`. */
interface ExportedSale {
  code: string
  /** SHA-256 of the body: an unchanged sale has the same hash. */
  hash: string
  body: SaleBody
  holderRut: string
  account: HolderAccount
}

/** The holder's data, for the account of a new rut. */
interface HolderAccount {
  first_name: string
  last_name: string
  email: string
}

const MAX_CODE = 100
/** A sale has a few hundred instalments and payments. */
const MAX_ROWS = 10_000

/** Whom the export names in a sale: canonical ruts, '' where it names nobody or the rut cannot be read. */
interface Parties {
  holder: string
  coHolder: string
}

export type LineResult = { parties: Parties } & (
  | { sale: ExportedSale }
  /** `code` is null when it cannot be read. */
  | { code: string | null; rejects: Reject[] }
)

/** Checks one line of the export against every rule of `docs/accounting-export.md`. */
export function readExportedSale(
  line: string | null,
  checks: SaleChecks,
  seen = noColumns(),
): LineResult {
  const wire = line === null ? null : parseLossless(line)
  if (wire === null) {
    const reject = { field: '', value: shown(line ?? ''), reason: 'la línea no es JSON en UTF-8' }
    return { code: null, rejects: [reject], parties: { holder: '', coHolder: '' } }
  }
  const rejects: Reject[] = []
  const report = { rejects, seen }
  const code = new FieldReader(wire, '', report).text('code')
  if (code === '') rejects.push({ field: 'code', value: shown(wire.code), reason: 'falta' })
  if (code.length > MAX_CODE) {
    rejects.push({
      field: 'code',
      value: shown(code),
      reason: `tiene más de ${MAX_CODE} caracteres`,
    })
  }

  const venta = sectionOf(wire, 'venta', report)
  const parties = partiesOf(venta)
  const read = {
    sale: readSale(venta, code, report),
    holders: readHolders(venta, report),
    properties: readProperties(venta, report),
    instalments: readInstalments(wire, report),
    payments: readPayments(wire, report),
    commitments: readCommitments(wire, report),
    deed: readDeed(wire, report),
    account: readAccount(venta),
  }
  if (rejects.length > 0) {
    const isCodeBad = rejects.some(({ field }) => field === 'code')
    return { code: isCodeBad ? null : code, rejects, parties }
  }
  const findings = findInBody(read, checks)
  const { account, deed, ...rows } = read
  return {
    parties,
    sale: {
      code,
      // Includes findings, so that other tolerances count as a change.
      hash: sha256(JSON.stringify(findings.length > 0 ? { ...read, findings } : read)),
      body: { ...rows, deed: deed ? [deed] : [], findings },
      holderRut: String(read.sale.holder_rut),
      account,
    },
  }
}

function partiesOf(venta: Section): Parties {
  const rutOf = (prefix: string) =>
    canonicalRut(textOf(venta[`${prefix}${holderFields.rut.wire}`])) ?? ''
  return { holder: rutOf(holderPrefixes.holder), coHolder: rutOf(holderPrefixes.coHolder) }
}

function readSale(venta: Section, code: string, report: Report): SaleRow {
  const read = new FieldReader(venta, 'venta.', report)
  const field = `${holderPrefixes.holder}${holderFields.rut.wire}`
  const rut = canonicalRut(read.text(field))
  if (rut === null) read.reject(field, rejectReasons.rut)
  return { code, holder_rut: rut, ...read.columns(saleFields) }
}

function readHolders(venta: Section, report: Report): SaleRow[] {
  const read = new FieldReader(venta, 'venta.', report)
  const holder = { role: 'holder', ...read.columns(holderFields, holderPrefixes.holder) }
  const coHolder = read.columns(holderFields, holderPrefixes.coHolder)
  return coHolder.full_name === '' ? [holder] : [holder, { role: 'co_holder', ...coHolder }]
}

function readProperties(venta: Section, report: Report): SaleRow[] {
  const read = new FieldReader(venta, 'venta.', report)
  return propertyPrefixes.flatMap((prefix, position) => {
    const property = read.columns(propertyFields, prefix)
    return Object.values(property).some(Boolean) ? [{ position, ...property }] : []
  })
}

function readInstalments(wire: Section, report: Report): SaleRow[] {
  const plan = sectionOf(sectionOf(wire, 'estado_de_pago', report), 'Cuotas mensuales', report)
  const path = 'estado_de_pago.Cuotas mensuales.cuotas'
  const cuotas = listOf(plan, 'cuotas', path, report)
  refuseRepeatedKeys(cuotas, path, report)
  return cuotas.map((cuota, position) => {
    const read = new FieldReader(cuota, `${path}[${position}].`, report)
    return { position, ...read.columns(instalmentFields) }
  })
}

function readPayments(wire: Section, report: Report): SaleRow[] {
  const pagos = listOf(wire, 'pagos', 'pagos', report)
  refuseRepeatedKeys(pagos, 'pagos', report)
  const rows = pagos.map((pago, position): SaleRow => {
    const read = new FieldReader(pago, `pagos[${position}].`, report)
    return { ...read.columns(paymentFields), position }
  })
  const keys = paymentKeys(
    rows.map(({ key, amount, deposited_on: depositedOn }) => ({
      key: String(key),
      amount: textOrNull(amount),
      depositedOn: textOrNull(depositedOn),
    })),
  )
  return rows.map(({ key: _, position, ...columns }, place) => ({
    key: keys[place] ?? '',
    position: position ?? place,
    ...columns,
  }))
}

/** One row for each entry of `compromiso`. */
function readCommitments(wire: Section, report: Report): SaleRow[] {
  const compromiso = sectionOf(wire, 'compromiso', report)
  return Object.entries(commitmentEntries).flatMap(([kind, { wire: name, fields }]) => {
    if (compromiso[name] === undefined || compromiso[name] === null) return []
    const entry = sectionOf(compromiso, name, report)
    const read = new FieldReader(entry, `compromiso.${name}.`, report)
    return [{ kind, ...read.columns(fields) }]
  })
}

function readDeed(wire: Section, report: Report): SaleRow | null {
  if (wire.seguimiento === undefined || wire.seguimiento === null) return null
  const seguimiento = sectionOf(wire, 'seguimiento', report)
  return new FieldReader(seguimiento, 'seguimiento.', report).columns(deedFields)
}

/** Given names, and the rest of the full name as last name. */
function readAccount(venta: Section): HolderAccount {
  const text = (name: 'fullName' | 'givenNames' | 'email') => {
    return textOf(venta[`${holderPrefixes.holder}${holderFields[name].wire}`])
  }
  const full = text('fullName')
  const given = text('givenNames') || full
  const rest = full.startsWith(`${given} `) ? full.slice(given.length + 1).trim() : ''
  return {
    first_name: cut(given, nameLimits.name),
    last_name: cut(rest, nameLimits.name),
    email: readEmailField(text('email')) ?? '',
  }
}

function refuseRepeatedKeys(rows: Section[], path: string, { rejects }: Report): void {
  const seen = new Set<string>()
  rows.forEach((row, position) => {
    // Trimmed as in the table, so that keys that differ only in blanks are equal.
    const key = textOf(row.key)
    if (key === '') return
    if (seen.has(key)) {
      rejects.push({
        field: `${path}[${position}].key`,
        value: shown(key),
        reason: 'está repetido',
      })
    }
    seen.add(key)
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function textOrNull(value: string | number | null | undefined): string | null {
  return value === undefined || value === null ? null : String(value)
}

function sectionOf(wire: Section, field: string, { rejects }: Report): Section {
  const value = wire[field]
  if (isSection(value)) return value
  if (field === 'venta' || (value !== undefined && value !== null)) {
    const reason = value === undefined ? 'falta' : 'no es una sección'
    rejects.push({ field, value: shown(value ?? ''), reason })
  }
  return {}
}

function listOf(wire: Section, field: string, path: string, { rejects }: Report): Section[] {
  const value = wire[field]
  if (value === undefined || value === null) return []
  const isList = Array.isArray(value) && value.every(isSection)
  if (isList && value.length <= MAX_ROWS) return value
  const reason = isList
    ? `tiene más de ${groupThousands(String(MAX_ROWS))} filas`
    : 'no es una lista'
  rejects.push({ field: path, value: shown(value), reason })
  return []
}

function isSection(value: unknown): value is Section {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A number of the line that a float might not write back as it is: with sixteen digits, an exponent, or
 * below a millionth. The same inside a text only costs time.
 */
const DOUBTFUL_NUMBER = /[:,[]\s*-?(?:[\d.]{16}|\d+(?:\.\d+)?[eE]|0\.000000)/

/** Loses no digit of a number; null for anything but a JSON object. */
function parseLossless(line: string): Section | null {
  try {
    const value: unknown = DOUBTFUL_NUMBER.test(line) ? parseExactly(line) : JSON.parse(line)
    return isSection(value) ? value : null
  } catch {
    return null
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
