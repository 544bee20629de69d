import { createHash } from 'node:crypto'
import { isValidEmail } from '@carpeta/domain/access/login-rules'
import { canonicalRut } from '@carpeta/domain/people/rut'
import { parseExactly } from '../sales/exact-json.ts'
import { cut, FieldReader, type Reject, type Section, shown } from './field-reader.ts'

/** A sale of the export in the columns of `sales-tables.ts`, ready to be staged. */
export interface ExportedSale {
  code: string
  /** SHA-256 of all of it: the same sale again has the same hash. */
  hash: string
  body: {
    sale: Section
    holders: Section[]
    properties: Section[]
    instalments: Section[]
    payments: Section[]
    commitments: Section[]
    deed: Section | null
    /** Of the holder, for the account that a new rut gets. */
    account: { first_name: string; last_name: string; email: string }
  }
}

const MAX_NAME = 150
const MAX_CODE = 100

export type LineResult =
  | { sale: ExportedSale }
  /** `code` is null when not even that could be read. */
  | { code: string | null; rejects: Reject[] }

/** One line of the export, checked against every rule of design.md §5.14 "Import". */
export function readExportedSale(line: string | null): LineResult {
  const wire = line === null ? null : parseLossless(line)
  if (wire === null) {
    const reject = { field: '', value: shown(line ?? ''), reason: 'la línea no es JSON en UTF-8' }
    return { code: null, rejects: [reject] }
  }
  const rejects: Reject[] = []
  const code = new FieldReader(wire, '', rejects).words('code')
  if (code === '') rejects.push({ field: 'code', value: shown(wire.code), reason: 'falta' })
  if (code.length > MAX_CODE) {
    rejects.push({
      field: 'code',
      value: shown(code),
      reason: `tiene más de ${MAX_CODE} caracteres`,
    })
  }

  const venta = sectionOf(wire, 'venta', rejects)
  const body: ExportedSale['body'] = {
    sale: readSale(venta, code, rejects),
    holders: readHolders(venta, rejects),
    properties: readProperties(venta, rejects),
    instalments: readInstalments(wire, rejects),
    payments: readPayments(wire, rejects),
    commitments: readCommitments(wire, rejects),
    deed: readDeed(wire, rejects),
    account: readAccount(venta),
  }
  if (rejects.length > 0) {
    const isCodeBad = rejects.some(({ field }) => field === 'code')
    return { code: isCodeBad ? null : code, rejects }
  }
  return { sale: { code, body, hash: sha256(JSON.stringify(body)) } }
}

function readSale(venta: Section, code: string, rejects: Reject[]): Section {
  const read = new FieldReader(venta, 'venta.', rejects)
  const rut = canonicalRut(read.words('cliente_rut'))
  if (rut === null) read.reject('cliente_rut', 'no es un rut válido')
  return {
    code,
    holder_rut: rut,
    project: read.words('proyecto_descripcion'),
    condominium: read.words('proyecto_descripcion_condominio'),
    advisor: read.words('vendedor_descripcion'),
    price: read.uf('precio_venta'),
    approved_on: read.date('fecha_aprob_semi'),
    completed_on: read.date('fecha_real'),
  }
}

function readHolders(venta: Section, rejects: Reject[]): Section[] {
  const holder = readHolder(venta, 'holder', 'cliente', rejects)
  const coHolder = readHolder(venta, 'co_holder', 'clienteco', rejects)
  return coHolder.full_name === '' ? [holder] : [holder, coHolder]
}

function readHolder(venta: Section, role: string, prefix: string, rejects: Reject[]): Section {
  const read = new FieldReader(venta, 'venta.', rejects)
  return {
    role,
    full_name: read.words(`${prefix}_nombre_completo`),
    given_names: read.words(`${prefix}_nombres`),
    rut: read.words(`${prefix}_rut`),
    city: read.words(`${prefix}_ciudad_descripcion`),
    commune: read.words(`${prefix}_comuna_descripcion`),
    address: read.words(`${prefix}_direccion`),
    profession: read.words(`${prefix}_profesion`),
    marital_status: read.words(`${prefix}_estado_civil_descripcion`),
    employer: read.words(`${prefix}_empleador`),
    phone: read.words(`${prefix}_fono`),
    email: read.words(`${prefix}_email`),
    income: read.pesos(`${prefix}_renta`),
    fee_income: read.pesos(`${prefix}_renta_variable`),
    rental_income: read.pesos(`${prefix}_renta_arriendo`),
    average_income: read.pesos(`${prefix}_renta_promedio`),
    legal_representative: read.words(`${prefix}_nombre_representante_legal`),
  }
}

function readProperties(venta: Section, rejects: Reject[]): Section[] {
  const read = new FieldReader(venta, 'venta.', rejects)
  return ['propiedad', 'propiedad1', 'propiedad2', 'propiedad3', 'propiedad4']
    .map((prefix, position) => ({
      position,
      type: read.words(`${prefix}_cod_tipo_descripcion`),
      lot: read.words(`${prefix}_lote`),
      model: read.words(`${prefix}_modelo`),
    }))
    .filter((property) => property.type || property.lot || property.model)
}

function readInstalments(wire: Section, rejects: Reject[]): Section[] {
  const plan = sectionOf(sectionOf(wire, 'estado_de_pago', rejects), 'Cuotas mensuales', rejects)
  const path = 'estado_de_pago.Cuotas mensuales.cuotas'
  const cuotas = listOf(plan, 'cuotas', path, rejects)
  refuseRepeatedKeys(cuotas, path, rejects)
  return cuotas.map((cuota, position) => {
    const read = new FieldReader(cuota, `${path}[${position}].`, rejects)
    return {
      position,
      due_on: read.date('fecha_vencimiento'),
      amount: read.uf('monto_uf'),
      balance: read.uf('monto_uf_saldo'),
      state: read.words('estado'),
    }
  })
}

function readPayments(wire: Section, rejects: Reject[]): Section[] {
  const pagos = listOf(wire, 'pagos', 'pagos', rejects)
  refuseRepeatedKeys(pagos, 'pagos', rejects)
  return pagos.map((pago, position) => {
    const read = new FieldReader(pago, `pagos[${position}].`, rejects)
    const receipt = read.words('ficha_pago')
    if (receipt !== '' && !/^https?:\/\/[^\s/]+/i.test(receipt)) {
      read.reject('ficha_pago', 'no es un enlace http(s)')
    }
    return {
      // An export without keys still needs one a payment; its place is as good as any.
      key: keyOf({ key: read.words('key') }) || `\u00b7${position + 1}`,
      position,
      amount: read.uf('monto_uf'),
      deposited_on: read.date('fecha_deposito'),
      document_type: read.words('tipo_doc_descripcion'),
      receipt_url: receipt,
    }
  })
}

/** The five entries of `compromiso`, those that are there. */
function readCommitments(wire: Section, rejects: Reject[]): Section[] {
  const compromiso = sectionOf(wire, 'compromiso', rejects)
  const entry = (name: string) => {
    if (compromiso[name] === undefined || compromiso[name] === null) return null
    const section = sectionOf(compromiso, name, rejects)
    return new FieldReader(section, `compromiso.${name}.`, rejects)
  }
  const committed = (read: FieldReader) => ({
    amount: read.uf('compromiso'),
    amount_in_pesos: read.pesos('compromiso_pesos'),
    share: read.fraction('compromiso_porcentaje'),
    document_type: read.words('tipo_documento'),
  })
  const rows: Section[] = []
  const reservation = entry('Reserva')
  if (reservation) {
    const last_paid_on = reservation.date('fecha_ultimo_pago')
    rows.push({ kind: 'reservation', ...committed(reservation), last_paid_on })
  }
  const plan = entry('Cuotas mensuales')
  if (plan) {
    rows.push({
      kind: 'instalments',
      ...committed(plan),
      paid: plan.uf('compromiso_pagado'),
      paid_share: plan.fraction('compromiso_pagado_porcentaje'),
      pending_instalments: plan.count('cuotas_pendientes'),
    })
  }
  const debt = entry('resumen')
  if (debt) rows.push({ kind: 'debt', amount: debt.uf('deuda') })
  const cash = entry('contado_preliminar')
  if (cash) rows.push({ kind: 'cash', amount: cash.uf('compromiso') })
  const mortgage = entry('credito_hipotecario_preliminar')
  if (mortgage) rows.push({ kind: 'mortgage', amount: mortgage.uf('compromiso') })
  return rows
}

function readDeed(wire: Section, rejects: Reject[]): Section | null {
  if (wire.seguimiento === undefined || wire.seguimiento === null) return null
  const seguimiento = sectionOf(wire, 'seguimiento', rejects)
  const read = new FieldReader(seguimiento, 'seguimiento.', rejects)
  return {
    lender: read.words('financiera'),
    drafted_on: read.date('fecha_borrador'),
    buyer_signed_on: read.date('fecha_firma_cli_i'),
    seller_signed_on: read.date('fecha_vendedor_i'),
    releasing_bank_signed_on: read.date('fecha_alzamiento_i'),
    entered_lender_on: read.date('fecha_abogado_inst_i'),
    lender_signed_on: read.date('fecha_firma_finan_i'),
    closed_on: read.date('fecha_copia_notaria_i'),
    entered_registry_on: read.date('fecha_entre_cbr_i'),
    left_registry_on: read.date('fecha_real_cbr_i'),
  }
}

/** Names as an account keeps them: `cliente_nombres`, and what the full name has besides. */
function readAccount(venta: Section): ExportedSale['body']['account'] {
  const text = (field: string) => (typeof venta[field] === 'string' ? venta[field].trim() : '')
  const full = text('cliente_nombre_completo')
  const given = text('cliente_nombres') || full
  const rest = full.startsWith(`${given} `) ? full.slice(given.length + 1).trim() : ''
  const email = text('cliente_email')
  return {
    first_name: cut(given, MAX_NAME),
    last_name: cut(rest, MAX_NAME),
    email: isValidEmail(email) ? email : '',
  }
}

function refuseRepeatedKeys(rows: Section[], path: string, rejects: Reject[]): void {
  const seen = new Set<string>()
  rows.forEach((row, position) => {
    const key = keyOf(row)
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

/** As it will be stored: two that differ in blanks alone are one. */
function keyOf({ key }: Section): string {
  return typeof key === 'string' ? key.trim() : ''
}

function sectionOf(wire: Section, field: string, rejects: Reject[]): Section {
  const value = wire[field]
  if (isSection(value)) return value
  if (field === 'venta' || (value !== undefined && value !== null)) {
    const reason = value === undefined ? 'falta' : 'no es una sección'
    rejects.push({ field, value: shown(value ?? ''), reason })
  }
  return {}
}

function listOf(wire: Section, field: string, path: string, rejects: Reject[]): Section[] {
  const value = wire[field]
  if (value === undefined || value === null) return []
  if (Array.isArray(value) && value.every(isSection)) return value
  rejects.push({ field: path, value: shown(value), reason: 'no es una lista' })
  return []
}

function isSection(value: unknown): value is Section {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Numbers keep the very text they were written with. Null when this is not a JSON object. */
export function parseLossless(line: string): Section | null {
  try {
    const value: unknown = parseExactly(line)
    return isSection(value) ? value : null
  } catch {
    return null
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
