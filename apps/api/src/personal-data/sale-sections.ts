import type { MemberData } from '@carpeta/contract/personal-data'
import { readSale } from '@carpeta/contract/read-sale'
import {
  type CalendarDate,
  dateOrNull,
  dateTimeInSantiago,
  isCalendarDate,
  shortDate,
} from '@carpeta/domain/dates/dates'
import { formatPesos, formatUf, type Pesos, parsePesos, type Uf } from '@carpeta/domain/money/money'
import { orderLabels } from '@carpeta/domain/payments/online-payment-rules'
import { paymentReportLabels } from '@carpeta/domain/payments/payment-report-states'
import { formatRut } from '@carpeta/domain/people/rut'
import { memberDataLabels as labels } from '@carpeta/domain/personal-data/personal-data-labels'
import { deedSteps } from '@carpeta/domain/sales/deed-steps'
import type { Sale } from '@carpeta/domain/sales/sale'
import { saleAccessKindLabels } from '@carpeta/domain/sales/sale-access-rules'

/** A label and its value; an empty value is shown as a dash. */
export type Pair = [label: string, value: string]

export interface Group {
  /** Empty for the only group of a section. */
  title: string
  pairs: Pair[]
  note?: string
}

/** A chapter of the PDF. */
export interface DataSection {
  title: string
  intro?: string
  groups: Group[]
  /** Stands for the groups when there are none. */
  empty?: string
}

export function saleGroups(exported: MemberData['sales'][number]): Group[] {
  const sale = readSale(exported)
  const notes = [
    exported.retirada_el === null ? '' : labels.sales.withdrawn,
    exported.con_co_titular ? labels.sales.coHolder : '',
  ]
  const group = {
    title: `Compra ${exported.code}`,
    pairs: salePairs(sale),
    note: notes.join(' ').trim(),
  }
  const more: Group[] = [
    { title: `Compra ${exported.code}: titular`, pairs: holderPairs(sale) },
    { title: `Compra ${exported.code}: cuotas`, pairs: sale.instalments.map(instalmentPair) },
    { title: `Compra ${exported.code}: pagos`, pairs: sale.payments.map(paymentPair) },
    { title: `Compra ${exported.code}: escrituración`, pairs: deedPairs(sale) },
  ]
  return [group, ...more.filter(({ pairs }) => pairs.length > 0)]
}

export function coHolderPairs(own: MemberData['co_own_sales'][number]): Pair[] {
  return [
    ['Nombre', own.full_name],
    ['Rut', formatRut(own.rut)],
    ['Ciudad', own.city],
    ['Comuna', own.commune],
    ['Dirección', own.address],
    ['Profesión', own.profession],
    ['Estado civil', own.marital_status],
    ['Empleador', own.employer],
    ['Fono', own.phone],
    ['Correo', own.email],
    ['Renta', pesos(parsePesos(own.income))],
    ['Renta honorarios', pesos(parsePesos(own.fee_income))],
    ['Renta arriendo', pesos(parsePesos(own.rental_income))],
    ['Renta promedio', pesos(parsePesos(own.average_income))],
  ]
}

export function saleAccessPair(access: MemberData['sale_accesses'][number]): Pair {
  const { sale_code, side, kind, given_at, last_day, revoked_at } = access
  const who = side === 'holder' ? labels.saleAccesses.given : labels.saleAccesses.received
  const facts = [
    `${who}, ${saleAccessKindLabels[kind].toLowerCase()}, desde ${dateTimeInSantiago(given_at)}`,
    isCalendarDate(last_day) ? `hasta el ${shortDate(last_day)}` : '',
    revoked_at === null ? '' : `quitado el ${dateTimeInSantiago(revoked_at)}`,
  ]
  return [`Compra ${sale_code}`, facts.filter(Boolean).join(', ')]
}

function salePairs(sale: Sale): Pair[] {
  const { reservation, instalmentPlan: plan } = sale
  const commitments: [string, Uf | null | undefined][] = [
    ['Precio', sale.price],
    ['Reserva', reservation?.amount],
    ['Plan de cuotas', plan?.amount],
    ['Pagado del plan', plan?.paid],
    ['Deuda de reserva', sale.reservationDebt],
    ['Contado', sale.cashCommitment],
    ['Crédito hipotecario', sale.mortgageCommitment],
  ]
  return [
    ['Proyecto', [sale.project, sale.condominium].filter(Boolean).join(', ')],
    ...sale.properties.map(
      ({ type, lot, model }): Pair => [
        'Propiedad',
        [type, lot && `lote ${lot}`, model].filter(Boolean).join(', '),
      ],
    ),
    ['Asesor', sale.advisor],
    ['Aprobada', day(sale.approvedOn)],
    ['Terminada', day(sale.completedOn)],
    ...commitments.map(([label, amount]): Pair => [label, uf(amount ?? null)]),
    ['Actualizada al', dateTimeInSantiago(sale.asOf ?? '')],
  ]
}

function holderPairs({ holder }: Sale): Pair[] {
  return [
    ['Nombre', holder.fullName],
    ['Rut', formatRut(holder.rut)],
    ['Representante legal', holder.legalRepresentative],
    ['Ciudad', holder.city],
    ['Comuna', holder.commune],
    ['Dirección', holder.address],
    ['Profesión', holder.profession],
    ['Estado civil', holder.maritalStatus],
    ['Empleador', holder.employer],
    ['Fono', holder.phone],
    ['Correo', holder.email],
    ['Renta', pesos(holder.income)],
    ['Renta honorarios', pesos(holder.feeIncome)],
    ['Renta arriendo', pesos(holder.rentalIncome)],
    ['Renta promedio', pesos(holder.averageIncome)],
  ]
}

function instalmentPair({ dueOn, amount, balance, state }: Sale['instalments'][number]): Pair {
  const facts = [uf(amount), `saldo ${uf(balance) || '-'}`, state]
  return [day(dueOn) || 'Sin fecha', facts.filter(Boolean).join(', ')]
}

function paymentPair({ depositedOn, amount, documentType }: Sale['payments'][number]): Pair {
  return [day(depositedOn) || 'Sin fecha', [uf(amount), documentType].filter(Boolean).join(', ')]
}

function deedPairs({ deed }: Sale): Pair[] {
  if (!deed) return []
  return [
    ['Financiera', deed.lender],
    ...deedSteps(deed).map(({ label, doneOn }): Pair => [label, day(doneOn) || 'Pendiente']),
  ]
}

function uf(amount: Uf | null): string {
  return amount === null ? '' : formatUf(amount)
}

function pesos(amount: Pesos | null): string {
  return amount === null ? '' : formatPesos(amount)
}

function day(date: CalendarDate | null): string {
  return date === null ? '' : shortDate(date)
}

export function paymentReportGroup(report: MemberData['payment_reports'][number]): Group {
  const { id, sale_code, state, comment, reason, reported_at, closed_at, receipt } = report
  const paidOn = dateOrNull(report.paid_on)
  const amount = parsePesos(report.amount)
  return {
    title: `Nº ${id}`,
    pairs: [
      ['Compra', sale_code],
      ['Fecha del pago', paidOn === null ? '' : shortDate(paidOn)],
      ['Monto', amount === null ? '' : formatPesos(amount)],
      ['Estado', paymentReportLabels[state]],
      ['Informado', dateTimeInSantiago(reported_at)],
      ['Revisado', closed_at === null ? '' : dateTimeInSantiago(closed_at)],
      ['Tu comentario', comment],
      ['Motivo', reason],
      ...receiptPairs(receipt),
    ],
  }
}

export function onlinePaymentGroup(payment: MemberData['online_payments'][number]): Group {
  const { folio, sale_code, state, created_at, authorized_at } = payment
  const amount = parsePesos(payment.pesos)
  return {
    title: `Folio ${folio}`,
    pairs: [
      ['Compra', sale_code],
      ['Monto', amount === null ? '' : formatPesos(amount)],
      ['Estado', orderLabels[state]],
      ['Empezado', dateTimeInSantiago(created_at)],
      ['Aprobado', authorized_at === null ? '' : dateTimeInSantiago(authorized_at)],
      ['Código de autorización', payment.authorization_code],
      ['Tarjeta terminada en', payment.card_digits],
    ],
  }
}

function receiptPairs(receipt: MemberData['payment_reports'][number]['receipt']): Pair[] {
  if (receipt === null) return []
  return [
    ['Comprobante', receipt.name],
    ['Huella (SHA-256)', receipt.sha256],
  ]
}
