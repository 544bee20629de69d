import { type CalendarDate, shortDate } from '../dates/dates.ts'

/** Of the reservation debt, and of the totals of its instalments. */
export const RESERVATION_BALANCE = 'Saldo de la reserva'
export const RESERVATION_BALANCE_SHARE = 'Porcentaje del saldo de la reserva'
export const UNAPPLIED = 'Por imputar'

/** Labels of the account statement in PDF and CSV. */
export const statementLabels = {
  title: 'Estado de Cuenta',
  member: {
    title: '1. IDENTIFICACIÓN DEL SOCIO',
    name: 'Nombre',
    rut: 'Rut',
    legalRepresentative: 'Representante legal',
  },
  properties: {
    title: '2. IDENTIFICACIÓN DE LA PROPIEDAD',
    type: 'Tipo',
    lot: 'Lote',
    model: 'Modelo',
    empty: 'La contabilidad no informa propiedades para esta compra.',
  },
  commitment: {
    title: '3. COMPROMISO DE PAGO DE RESERVA',
    form: 'Forma de Pago',
    date: 'Fecha',
    pesos: 'Monto Pesos',
    uf: 'Monto UF',
    empty: 'No hay compromisos de pago de reserva.',
  },
  plan: {
    title: '4. PLAN DE PAGOS DE RESERVA',
    numberOfInstalments: 'Número de cuotas',
    pendingBalance: RESERVATION_BALANCE,
    firstDueOn: 'Fecha de la primera cuota',
    share: RESERVATION_BALANCE_SHARE,
  },
  instalments: {
    title: '5. CUOTAS',
    dueOn: 'Vencimiento',
    amount: 'Valor Cuota UF',
    paid: 'Monto pagado UF',
    balance: 'Saldo UF',
    state: 'Estado',
    empty: 'Esta compra no tiene cuotas registradas.',
  },
  totals: {
    agreed: 'Total Reserva Pactada',
    paid: 'Total Pagado en UF',
    paidShare: 'Total Pagado en %',
    balance: RESERVATION_BALANCE,
  },
  payments: {
    title: '6. PAGOS',
    key: 'Pago',
    amount: 'Monto UF',
    depositedOn: 'Fecha depósito',
    documentType: 'Tipo documento',
    receipt: 'Comprobante',
    unapplied: UNAPPLIED,
    empty: 'Todavía no hay pagos registrados.',
    ofDays: 'Total pagado en estas fechas',
  },
} as const

/** Labels of the certificate of debt and payments. */
export const certificateLabels = {
  title: 'Certificado de Deuda y Pagos',
  debt: {
    title: '3. DEUDA',
    total: 'Total de la deuda',
    unknown: 'La contabilidad no informa la deuda de esta compra.',
    overdue: 'Cuotas atrasadas al',
    noneOverdue: 'Ninguna',
  },
  payments: { title: '4. PAGOS', total: 'Total de estos pagos' },
} as const

/** The rows of section 3. */
export const commitmentNames = {
  first_instalment: 'Primera cuota',
  reservation: 'Reserva',
} as const

export const firstInstalmentHint =
  'La parte del precio que pagas en cuotas mensuales; la fecha es la de la primera.'

/** The closing note, with the cooperative's email. */
export function differencesNote(advisor: string, email: string): string {
  const named = advisor === '' ? '' : ` (${advisor})`
  return `Si encuentras diferencias, comunícate con tu asesor${named} o escribe a ${email}.`
}

/** The last page of a PDF that reached the most pages. */
export function incompleteStatementNote(pages: number): string {
  return (
    `Este documento está incompleto: tiene solo las primeras ${pages} páginas. ` +
    'El estado de cuenta completo está en el archivo para planilla (CSV) del portal.'
  )
}

/** In the place of the folio, when staff who view as the member open the statement. */
export const statementWithoutFolio = 'Sin folio: vista de la cooperativa'

/** 'Por imputar' (docs/decisions/statements.md). */
export const unappliedNote = 'Dinero recibido que todavía no paga ninguna cuota.'

/** Beside payments of accounting with '≈ $ 287.557'. */
export const paymentPesosNote =
  'Contabilidad registra los pagos en UF: los pesos con ≈ son según la UF del día de cada pago.'

/**
 * 'Cuota del 05-10-2026', 'Cuotas del 05-10-2026 y 05-11-2026'; by number where a date is missing.
 * `dueDates` are those of all instalments.
 */
export function coveredInstalmentsText(
  places: number[],
  dueDates: (CalendarDate | null)[],
): string | null {
  const dates = places.flatMap((place) => dueDates[place - 1] ?? [])
  const areDated = dates.length === places.length
  const names = areDated ? dates.map(shortDate) : places.map(String)
  const [last, ...others] = names.reverse()
  if (last === undefined) return null
  const from = areDated ? 'del ' : ''
  return others.length === 0
    ? `Cuota ${from}${last}`
    : `Cuotas ${from}${others.reverse().join(', ')} y ${last}`
}
