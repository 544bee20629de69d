import { dateOrNull } from '@carpeta/domain/dates/dates'
import { parseFraction, parsePesos, parseUf } from '@carpeta/domain/money/money'
import { stateOfLabel } from '@carpeta/domain/requests/request-states'
import type {
  Commitment,
  DeedTracking,
  Holder,
  InstalmentPlan,
  Property,
  RequestSummary,
  ReservationCommitment,
  Sale,
} from '@carpeta/domain/sales/sale'

type Wire = Record<string, unknown>

/**
 * The answer of `GET /api/sales-data/` as sales in our own words. Tolerant on purpose (wire.md §11):
 * a missing section, null, '' or a number written as text never breaks a member's page.
 */
export function readSales(body: unknown): Sale[] {
  return list(body).map(readSale)
}

export function readSale(wire: Wire): Sale {
  const venta = section(wire.venta)
  const compromiso = section(wire.compromiso)
  const cuotas = section(section(wire.estado_de_pago)['Cuotas mensuales']).cuotas
  return {
    code: words(wire.code) || words(venta.cod_venta),
    project: words(venta.proyecto_descripcion),
    condominium: words(venta.proyecto_descripcion_condominio),
    advisor: words(venta.vendedor_descripcion),
    price: parseUf(venta.precio_venta),
    approvedOn: dateOrNull(venta.fecha_aprob_semi),
    completedOn: dateOrNull(venta.fecha_real),
    buyerFullName: words(venta.cliente_nombre_completo),
    legalRepresentative: words(venta.cliente_nombre_representante_legal),
    holder: readHolder(venta, 'cliente'),
    coHolder: words(venta.clienteco_nombre_completo) ? readHolder(venta, 'clienteco') : null,
    properties: readProperties(venta),
    reservation: readReservation(compromiso.Reserva),
    instalmentPlan: readInstalmentPlan(compromiso['Cuotas mensuales']),
    reservationDebt: parseUf(section(compromiso.resumen).deuda),
    cashCommitment: parseUf(section(compromiso.contado_preliminar).compromiso),
    mortgageCommitment: parseUf(section(compromiso.credito_hipotecario_preliminar).compromiso),
    instalments: list(cuotas).map((cuota) => ({
      dueOn: dateOrNull(cuota.fecha_vencimiento),
      amount: parseUf(cuota.monto_uf),
      balance: parseUf(cuota.monto_uf_saldo),
      state: words(cuota.estado),
    })),
    payments: list(wire.pagos).map((pago) => ({
      key: words(pago.key),
      amount: parseUf(pago.monto_uf),
      depositedOn: dateOrNull(pago.fecha_deposito),
      documentType: words(pago.tipo_doc_descripcion),
      receiptUrl: webAddress(pago.ficha_pago),
    })),
    deed: readDeed(wire.seguimiento),
    requests: list(wire.requerimientos).map(readRequest),
    asOf: words(wire.actualizado_al) || null,
    isOutdated: wire.desactualizado === true,
  }
}

function readHolder(venta: Wire, prefix: 'cliente' | 'clienteco'): Holder {
  const field = (name: string) => words(venta[`${prefix}_${name}`])
  const pesos = (name: string) => parsePesos(venta[`${prefix}_${name}`])
  return {
    fullName: field('nombre_completo'),
    givenNames: field('nombres'),
    rut: field('rut'),
    city: field('ciudad_descripcion'),
    commune: field('comuna_descripcion'),
    address: field('direccion'),
    profession: field('profesion'),
    maritalStatus: field('estado_civil_descripcion'),
    employer: field('empleador'),
    phone: field('fono'),
    email: field('email'),
    income: pesos('renta'),
    feeIncome: pesos('renta_variable'),
    rentalIncome: pesos('renta_arriendo'),
    averageIncome: pesos('renta_promedio'),
  }
}

function readProperties(venta: Wire): Property[] {
  return ['propiedad', 'propiedad1', 'propiedad2', 'propiedad3', 'propiedad4']
    .map((prefix) => ({
      type: words(venta[`${prefix}_cod_tipo_descripcion`]),
      lot: words(venta[`${prefix}_lote`]),
      model: words(venta[`${prefix}_modelo`]),
    }))
    .filter((property) => property.type || property.lot || property.model)
}

function readCommitment(wire: Wire): Commitment {
  return {
    amount: parseUf(wire.compromiso),
    amountInPesos: parsePesos(wire.compromiso_pesos),
    share: parseFraction(wire.compromiso_porcentaje),
    documentType: words(wire.tipo_documento),
  }
}

function readReservation(wire: unknown): ReservationCommitment | null {
  if (!isSection(wire)) return null
  return { ...readCommitment(wire), lastPaidOn: dateOrNull(wire.fecha_ultimo_pago) }
}

function readInstalmentPlan(wire: unknown): InstalmentPlan | null {
  if (!isSection(wire)) return null
  const pending = parsePesos(wire.cuotas_pendientes)
  return {
    ...readCommitment(wire),
    paid: parseUf(wire.compromiso_pagado),
    paidShare: parseFraction(wire.compromiso_pagado_porcentaje),
    pendingInstalments: pending === null ? null : Number(pending),
  }
}

function readDeed(wire: unknown): DeedTracking | null {
  if (!isSection(wire)) return null
  return {
    lender: words(wire.financiera),
    draftedOn: dateOrNull(wire.fecha_borrador),
    buyerSignedOn: dateOrNull(wire.fecha_firma_cli_i),
    sellerSignedOn: dateOrNull(wire.fecha_vendedor_i),
    releasingBankSignedOn: dateOrNull(wire.fecha_alzamiento_i),
    enteredLenderOn: dateOrNull(wire.fecha_abogado_inst_i),
    lenderSignedOn: dateOrNull(wire.fecha_firma_finan_i),
    closedOn: dateOrNull(wire.fecha_copia_notaria_i),
    enteredRegistryOn: dateOrNull(wire.fecha_entre_cbr_i),
    leftRegistryOn: dateOrNull(wire.fecha_real_cbr_i),
  }
}

function readRequest(wire: Wire): RequestSummary {
  return {
    key: words(wire.key),
    procedureTitle: words(wire.tramite_titulo),
    sentOn: dateOrNull(wire.fecha),
    state: stateOfLabel(words(wire.estado)),
    answer: words(wire.respuesta),
    closedOn: dateOrNull(wire.fecha_cierre),
  }
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

function words(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** Only http(s): a `javascript:` or `data:` address from data never becomes a link. */
function webAddress(value: unknown): string | null {
  const address = words(value)
  return /^https?:\/\/[^\s/]+/i.test(address) ? address : null
}
