import { dateOrNull } from '@carpeta/domain/dates/dates'
import {
  parseCount,
  parseFraction,
  parsePesos,
  parseUf,
  parseUfRate,
  type UfValue,
} from '@carpeta/domain/money/money'
import { stateOfLabel } from '@carpeta/domain/requests/request-labels'
import { isFindingCode } from '@carpeta/domain/sales/doubtful-figures'
import type { Holder, Property, RequestSummary, Sale } from '@carpeta/domain/sales/sale'
import {
  commitmentEntries,
  deedFields,
  type FieldKind,
  type Fields,
  type FieldValues,
  holderFields,
  holderPrefixes,
  instalmentFields,
  paymentFields,
  propertyFields,
  propertyPrefixes,
  saleFields,
  type ValuesOf,
} from '@carpeta/domain/sales/sale-fields'
import { type SharedSale, saleAccessKinds } from '@carpeta/domain/sales/shared-sale'

type Wire = Record<string, unknown>

const readers: { [Kind in FieldKind]: (value: unknown) => FieldValues[Kind] } = {
  text,
  name: text,
  key: text,
  link: webAddress,
  date: dateOrNull,
  uf: parseUf,
  pesos: parsePesos,
  share: parseFraction,
  count: parseCount,
  places,
}

/**
 * The answer of `GET /api/sales-data/` as sales of the domain. Tolerant on purpose: a missing
 * section, null, '' or a number written as text never breaks a member's page.
 */
export function readSales(body: unknown): Sale[] {
  return list(body).map(readSale)
}

export function readSale(wire: Wire): Sale {
  const venta = section(wire.venta)
  const plan = section(section(wire.estado_de_pago)['Cuotas mensuales'])
  const compromiso = section(wire.compromiso)
  const { reservation, instalments, debt, cash, mortgage } = commitmentEntries
  const coHolder = readPerson(venta, holderPrefixes.coHolder)
  return {
    code: text(wire.code) || text(venta.cod_venta),
    ...readFields(saleFields, venta),
    holder: readPerson(venta, holderPrefixes.holder),
    coHolder: coHolder.fullName ? coHolder : null,
    mainProperty: readFields(propertyFields, venta, propertyPrefixes[0]),
    properties: readProperties(venta),
    reservation: readEntry(reservation, compromiso),
    instalmentPlan: readEntry(instalments, compromiso),
    reservationDebt: readEntry(debt, compromiso)?.amount ?? null,
    cashCommitment: readEntry(cash, compromiso)?.amount ?? null,
    mortgageCommitment: readEntry(mortgage, compromiso)?.amount ?? null,
    instalments: list(plan.cuotas).map((cuota) => readFields(instalmentFields, cuota)),
    payments: list(wire.pagos).map((pago) => readFields(paymentFields, pago)),
    deed: isSection(wire.seguimiento) ? readFields(deedFields, wire.seguimiento) : null,
    requests: list(wire.requerimientos).map(readRequest),
    questionProcedureId: typeof wire.consulta === 'number' ? wire.consulta : null,
    asOf: text(wire.actualizado_al) || null,
    isOutdated: wire.desactualizado === true,
    ufOfToday: readUfValue(section(wire.uf_del_dia)),
    ufOfPayments: list(wire.uf_de_los_pagos).flatMap((uf) => readUfValue(uf) ?? []),
    doubtful: Array.isArray(wire.por_confirmar) ? wire.por_confirmar.filter(isFindingCode) : [],
    shared: readShared(wire.compartida),
  }
}

/** A sale of somebody else stays read-only even if it is not known as what it is read. */
function readShared(wire: unknown): SharedSale | null {
  if (!isSection(wire)) return null
  const kind = saleAccessKinds.find((each) => each === wire.como) ?? 'co_holder'
  return { kind, lastDay: dateOrNull(wire.hasta) }
}

function readFields<Table extends Fields>(fields: Table, wire: Wire, prefix = ''): ValuesOf<Table> {
  const values = Object.entries(fields).map(([name, field]) => [
    name,
    readers[field.kind](wire[prefix + field.wire]),
  ])
  return Object.fromEntries(values)
}

/** Accounting may send only the given names. */
function readPerson(venta: Wire, prefix: string): Holder {
  const person = readFields(holderFields, venta, prefix)
  return { ...person, fullName: person.fullName || person.givenNames }
}

function readProperties(venta: Wire): Property[] {
  return propertyPrefixes
    .map((prefix) => readFields(propertyFields, venta, prefix))
    .filter((property) => Object.values(property).some(Boolean))
}

function readEntry<Table extends Fields>(
  entry: { wire: string; fields: Table },
  compromiso: Wire,
): ValuesOf<Table> | null {
  const wire = compromiso[entry.wire]
  return isSection(wire) ? readFields(entry.fields, wire) : null
}

function readRequest(wire: Wire): RequestSummary {
  return {
    key: text(wire.key),
    procedureTitle: text(wire.tramite_titulo),
    sentOn: dateOrNull(wire.fecha),
    state: stateOfLabel(text(wire.estado)),
    mergedInto: text(wire.unida_a),
    answer: text(wire.respuesta),
    closedOn: dateOrNull(wire.fecha_cierre),
    answerBy: dateOrNull(wire.responder_hasta),
    question: isSection(wire.pregunta) ? text(wire.pregunta.texto) : '',
    askedOn: dateOrNull(section(wire.pregunta).fecha),
    about: text(wire.sobre),
  }
}

function readUfValue({ fecha, valor }: Wire): UfValue | null {
  const date = dateOrNull(fecha)
  const pesos = parseUfRate(valor)
  return date && pesos ? { date, pesos } : null
}

function isSection(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function section(value: unknown): Wire {
  return isSection(value) ? value : {}
}

function list(value: unknown): Wire[] {
  return Array.isArray(value) ? value.filter(isSection) : []
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function places(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number).filter((place) => place > 0) : []
}

/** Only http(s): a `javascript:` or `data:` address must never become a link. */
function webAddress(value: unknown): string | null {
  const address = text(value)
  return /^https?:\/\/[^\s/]+/i.test(address) ? address : null
}
