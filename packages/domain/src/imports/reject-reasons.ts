import {
  holderLabels,
  instalmentLabels,
  paymentLabels,
  propertyLabels,
  saleLabels,
} from '../sales/field-labels.ts'
import {
  commitmentEntries,
  deedFields,
  type Fields,
  holderFields,
  holderPrefixes,
  instalmentFields,
  paymentFields,
  propertyFields,
  propertyPrefixes,
  saleFields,
} from '../sales/sale-fields.ts'

/** Why a value of an export is rejected, where the reason says how it should look. */
export const rejectReasons = {
  date: 'no es una fecha',
  number: 'no es un número',
  share: 'no está entre 0 y 1',
  count: 'no es una cantidad',
  ambiguous: 'no se sabe si separa miles o decimales',
  rut: 'no es un rut válido',
  link: 'no es un enlace http(s)',
  places: 'no es una lista de números de cuotas',
} as const

/** What a column should look like in which every row is rejected for the same reason. */
export const wantedForms: Record<string, string> = {
  [rejectReasons.date]: 'una fecha como 20-11-2026 o 2026-11-20',
  [rejectReasons.number]: 'un número con los decimales tras una coma: 7,35',
  [rejectReasons.share]: 'una fracción de 0 a 1: el 5 % es 0,05',
  [rejectReasons.count]: 'un número entero',
  [rejectReasons.ambiguous]: 'un número sin separar los miles: 1798',
}

const wantedValues: Record<string, string> = {
  ...wantedForms,
  [rejectReasons.rut]: 'un rut con su dígito verificador, como 12.345.678-5',
  [rejectReasons.link]: 'una dirección que empiece con https://',
  [rejectReasons.places]: 'una lista de números de cuotas: 35,36',
}

/** A broken rule of a sale, as a load stores it. */
interface BrokenRule {
  /** Of a folder of CSV, else ''. */
  file: string
  /** A path in the export's names, or a column of the file. */
  field: string
  value: string
  reason: string
}

/** 'Cuota 4 · Vencimiento · «2026-13-45»: se espera una fecha como 2026-12-31' */
export function rejectSentence({ file, field, value, reason }: BrokenRule): string {
  const shown = value === '' ? '' : ` · «${value}»`
  return `${rejectedFieldName(file, field)}${shown}: ${wantedText(value, reason)}`
}

interface Cause {
  file: string
  /** Without the places of its lists: `pagos[].monto_uf`. */
  field: string
  reason: string
}

/** What many broken rules have in common: 'Cuota · Vencimiento: no es una fecha' */
export function rejectCause({ file, field, reason }: Cause): string {
  return `${rejectedFieldName(file, field)}: ${reason}`
}

function wantedText(value: string, reason: string): string {
  if (reason === rejectReasons.date) {
    return `se espera una fecha como ${/^\d{4}/.test(value) ? '2026-12-31' : '31-12-2026'}`
  }
  const wanted = wantedValues[reason]
  return wanted === undefined ? reason : `se espera ${wanted}`
}

/** By the names of the export: the entries of `compromiso` share them. */
const commitmentLabels: Readonly<Record<string, string>> = {
  tipo: 'Tipo de compromiso',
  compromiso: 'Compromiso',
  compromiso_pesos: 'Compromiso en pesos',
  compromiso_porcentaje: 'Porcentaje',
  tipo_documento: 'Tipo de documento',
  fecha_ultimo_pago: 'Último pago',
  compromiso_pagado: 'Pagado',
  compromiso_pagado_porcentaje: 'Porcentaje pagado',
  cuotas_pendientes: 'Cuotas pendientes',
  deuda: 'Deuda de la reserva',
}

const entryLabels: Readonly<Record<string, string>> = {
  [commitmentEntries.reservation.wire]: 'Reserva',
  [commitmentEntries.instalments.wire]: 'Cuotas mensuales',
  [commitmentEntries.debt.wire]: 'Resumen',
  [commitmentEntries.cash.wire]: 'Contado',
  [commitmentEntries.mortgage.wire]: 'Crédito hipotecario',
}

const deedLabels = Object.fromEntries(
  Object.values(deedFields).map((field) => [
    field.wire,
    'label' in field ? field.label : 'Institución financiera',
  ]),
)

/** The labels of a table's fields by their names in the export. */
function byWire(
  fields: Fields,
  labels: Readonly<Record<string, string>>,
  { prefix = '', part = '' } = {},
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { wire }]) => [
      `${prefix}${wire}`,
      joined(part, labels[name] ?? wire),
    ]),
  )
}

const ofSale: Readonly<Record<string, string>> = {
  code: 'Código de la venta',
  venta: 'Venta',
  cod_venta: 'Código de la venta',
  ...byWire(saleFields, saleLabels),
  ...byWire(holderFields, holderLabels, { prefix: holderPrefixes.holder, part: 'Titular' }),
  ...byWire(holderFields, holderLabels, { prefix: holderPrefixes.coHolder, part: 'Co-titular' }),
  ...Object.assign(
    {},
    ...propertyPrefixes.map((prefix, place) =>
      byWire(propertyFields, propertyLabels, {
        prefix,
        part: place === 0 ? 'Propiedad' : `Propiedad ${place + 1}`,
      }),
    ),
  ),
}
const ofInstalment = byWire(instalmentFields, instalmentLabels)
const ofPayment = byWire(paymentFields, paymentLabels)

const LISTED = /^(?:estado_de_pago\.Cuotas mensuales\.(cuotas)|pagos)(?:\[(\d*)\](?:\.(.+))?)?$/

/** 'Cuota 4 · Vencimiento': what the office calls a field of the export; the name itself where it has no other. */
function rejectedFieldName(file: string, field: string): string {
  if (field === '') return 'Línea del archivo'
  if (file !== '') return columnName(file.replace(/\.\w+$/, '').toLowerCase(), field)
  const listed = LISTED.exec(field)
  if (listed) {
    const [, isInstalment, place, column] = listed
    const part = isInstalment ? 'Cuota' : 'Pago'
    if (place === undefined) return `${part}s`
    const labels = isInstalment ? ofInstalment : ofPayment
    const which = place === '' ? part : `${part} ${Number(place) + 1}`
    return joined(which, column && (labels[column] ?? column))
  }
  const [section = '', ...path] = field.split('.')
  const name = path.join('.')
  if (section === 'seguimiento') return joined('Escritura', name && (deedLabels[name] ?? name))
  if (section !== 'compromiso') return ofSale[name || field] ?? field
  const entry = Object.keys(entryLabels).find((each) => name.startsWith(`${each}.`))
  if (entry === undefined) return joined('Compromisos', name && (entryLabels[name] ?? name))
  const column = name.slice(entry.length + 1)
  return joined(entryLabels[entry] ?? '', commitmentLabels[column] ?? column)
}

/** Of a CSV's column; its line says which instalment or payment it is. */
function columnName(part: string, column: string): string {
  if (column === 'code') return ofSale.code ?? column
  if (part === 'cuotas') return joined('Cuota', ofInstalment[column] ?? column)
  if (part === 'pagos') return joined('Pago', ofPayment[column] ?? column)
  if (part === 'compromisos') return joined('Compromiso', commitmentLabels[column] ?? column)
  if (part === 'seguimiento') return joined('Escritura', deedLabels[column] ?? column)
  return ofSale[column] ?? column
}

function joined(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}
