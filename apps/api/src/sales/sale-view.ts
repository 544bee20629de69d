import type { FieldKind, Fields } from '@carpeta/domain/sales/sale-fields'
import * as tables from '@carpeta/domain/sales/sale-fields'
import { columnOf } from '../db/column-of.ts'
import type { SaleBody, SaleRow } from './sale-body.ts'

// The JSON read model of a loaded sale, in the bytes in which `sale-view-store.ts` computes it from the
// tables. An import has all values at hand, and writes them much faster than PostgreSQL reads them.

type Value = SaleRow[string] | undefined

/** Amounts are canonical decimal text, which is JSON as it stands. */
const json: Record<FieldKind, (value: Value) => string> = {
  text: quoted,
  name: quoted,
  key: (value) => (/^[1-9][0-9]{0,14}$/.test(String(value)) ? String(value) : quoted(value)),
  link: quoted,
  date: quoted,
  uf: plain,
  pesos: plain,
  share: plain,
  count: plain,
  places: (value) => `[${value ?? ''}]`,
}

function quoted(value: Value): string {
  return JSON.stringify(value ?? '')
}

function plain(value: Value): string {
  return value === null || value === undefined ? 'null' : String(value)
}

interface Member {
  column: string
  wire: string
  write: (value: Value) => string
}

function membersOf(fields: Fields, prefix = ''): Member[] {
  return Object.entries(fields).map(([name, { wire, kind }]) => ({
    column: columnOf(name),
    wire: JSON.stringify(`${prefix}${wire}`),
    write: json[kind],
  }))
}

const saleMembers = membersOf(tables.saleFields)
const propertyMembers = tables.propertyPrefixes.map((prefix) =>
  membersOf(tables.propertyFields, prefix),
)
const holderMembers = membersOf(tables.holderFields, tables.holderPrefixes.holder)
const coHolderMembers = membersOf(tables.holderFields, tables.holderPrefixes.coHolder)
const paymentMembers = membersOf(tables.paymentFields)
const instalmentMembers = membersOf(tables.instalmentFields)
const deedMembers = membersOf(tables.deedFields)
const entries = Object.entries(tables.commitmentEntries).map(([kind, { wire, fields }]) => ({
  kind,
  wire: JSON.stringify(wire),
  members: membersOf(fields),
}))

const nothing: SaleRow = {}

function spaced(members: Member[], row: SaleRow): string {
  const pairs = members.map(({ column, wire, write }) => `${wire} : ${write(row[column])}`)
  return `{${pairs.join(', ')}}`
}

function compact(members: Member[], row: SaleRow): string[] {
  return members.map(({ column, wire, write }) => `${wire}:${write(row[column])}`)
}

function listOf(members: Member[], rows: SaleRow[]): string {
  return `[${rows.map((row) => spaced(members, row)).join(', ')}]`
}

function venta({ sale, properties, holders }: SaleBody): string {
  const pairs = [
    `"cod_venta":${quoted(sale.code)}`,
    ...compact(saleMembers, sale),
    ...propertyMembers.flatMap((members, position) =>
      compact(members, properties.find((property) => property.position === position) ?? nothing),
    ),
    ...compact(holderMembers, holders.find(({ role }) => role === 'holder') ?? nothing),
    ...compact(coHolderMembers, holders.find(({ role }) => role === 'co_holder') ?? nothing),
  ]
  return `{${pairs.join(',')}}`
}

function compromiso({ commitments }: SaleBody): string {
  const pairs = entries.flatMap(({ kind, wire, members }) => {
    const row = commitments.find((commitment) => commitment.kind === kind)
    return row ? [`${wire} : ${spaced(members, row)}`] : []
  })
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
}

export function saleViewOf(body: SaleBody): string {
  const [deed] = body.deed
  const codes = body.findings.map(({ code }) => quoted(code)).sort()
  return `{${[
    `"code" : ${quoted(body.sale.code)}`,
    `"venta" : ${venta(body)}`,
    `"pagos" : ${listOf(paymentMembers, body.payments)}`,
    `"estado_de_pago" : {"Cuotas mensuales" : {"cuotas" : ${listOf(instalmentMembers, body.instalments)}}}`,
    `"compromiso" : ${compromiso(body)}`,
    `"seguimiento" : ${deed ? spaced(deedMembers, deed) : 'null'}`,
    `"por_confirmar" : [${codes.join(', ')}]`,
  ].join(', ')}}`
}
