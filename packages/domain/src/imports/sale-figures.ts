import { type CalendarDate, dateOrNull, shortDate } from '../dates/dates.ts'
import {
  formatExactUf,
  formatPercent,
  formatPesos,
  parsePesos,
  parseUf,
  sumUf,
  type Uf,
  ZERO_UF,
} from '../money/money.ts'
import { formatRut } from '../people/rut.ts'
import { deedSteps } from '../sales/deed-steps.ts'
import {
  holderLabels,
  instalmentLabels,
  paymentLabels,
  propertyLabels,
  saleLabels,
} from '../sales/field-labels.ts'
import { leftToPay } from '../sales/instalments.ts'
import {
  type Fields,
  holderFields,
  instalmentFields,
  paymentFields,
  propertyFields,
  saleFields,
} from '../sales/sale-fields.ts'
import type { CheckedSale } from '../sales/sale-findings.ts'

/** What staff compare of a sale before and after a load. */
export interface ComparedSale extends CheckedSale {
  holderRut: string
  project: string
  approvedOn: CalendarDate | null
  completedOn: CalendarDate | null
  /** The fields behind the figures, by their names in the tables of `sale-fields.ts`. */
  details: SaleDetails
}

type Values = Readonly<Record<string, unknown>>

interface SaleDetails {
  sale: Values
  holder: Values
  coHolder: Values | null
  properties: Values[]
  instalments: Values[]
  payments: Values[]
  lender: string
}

export interface ComparedFigure {
  name: string
  before: string | null
  after: string | null
  isChanged: boolean
}

/**
 * The figures of a sale before and after, in one order; null where there is none. Of everything else, as an
 * address or a single instalment, only what changes.
 */
export function compareFigures(
  before: ComparedSale | null,
  after: ComparedSale | null,
): ComparedFigure[] {
  const former = before && figuresOf(before)
  const later = after && figuresOf(after)
  const figures = compared(former, later)
  if (!before || !after) return figures
  const details = compared(detailsOf(before.details), detailsOf(after.details))
  return [...figures, ...details.filter(({ isChanged }) => isChanged)]
}

type Named = Record<string, string | null>

function compared(former: Named | null, later: Named | null): ComparedFigure[] {
  const names = new Set([...Object.keys(former ?? {}), ...Object.keys(later ?? {})])
  return [...names].map((name) => {
    const values = { before: former?.[name] ?? null, after: later?.[name] ?? null }
    return { name, ...values, isChanged: values.before !== values.after }
  })
}

/** What is a figure already is left out. */
function detailsOf(details: SaleDetails): Named {
  const { sale, holder, coHolder, properties, instalments, payments, lender } = details
  const {
    project: _,
    price: _price,
    approvedOn: _on,
    completedOn: _completed,
    ...rest
  } = saleLabels
  const { rut: _rut, ...ofHolder } = holderLabels
  return {
    ...named('', saleFields, rest, sale),
    ...named('Titular: ', holderFields, ofHolder, holder),
    ...(coHolder && named('Co-titular: ', holderFields, holderLabels, coHolder)),
    ...Object.assign(
      {},
      ...properties.map((property, place) =>
        named(`Propiedad ${place + 1}: `, propertyFields, propertyLabels, property),
      ),
      ...instalments.map((instalment, place) =>
        named(`Cuota ${place + 1}: `, instalmentFields, instalmentLabels, instalment),
      ),
      ...payments.map((payment) =>
        named(`Pago ${String(payment.key ?? '')}: `, paymentFields, paymentLabels, payment),
      ),
    ),
    'Institución financiera': lender || null,
  }
}

function named(part: string, fields: Fields, labels: Values, values: Values): Named {
  return Object.fromEntries(
    Object.entries(labels).map(([name, label]) => {
      const text = shownValue(fields[name]?.kind, values[name])
      const title = part === '' ? String(label) : String(label).toLocaleLowerCase('es')
      return [`${part}${title}`, text]
    }),
  )
}

function shownValue(kind: Fields[string]['kind'] | undefined, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (kind === 'uf') return uf(parseUf(value))
  if (kind === 'date') return date(dateOrNull(value))
  if (kind === 'pesos') {
    const pesos = parsePesos(value)
    return pesos === null ? null : formatPesos(pesos)
  }
  return String(value) || null
}

function figuresOf(sale: ComparedSale): Record<string, string | null> {
  const { instalmentPlan: plan, instalments, payments, deed } = sale
  const parts = [sale.reservationDebt, sale.cashCommitment, sale.mortgageCommitment]
  const steps = deed ? deedSteps(deed) : []
  return {
    'Rut del titular': formatRut(sale.holderRut),
    Proyecto: sale.project || null,
    'Precio de venta': uf(sale.price),
    'Aprobada el': date(sale.approvedOn),
    'Finalizada el': date(sale.completedOn),
    Saldo: uf(sumOf(parts)),
    'Deuda de la reserva': uf(sale.reservationDebt),
    Contado: uf(sale.cashCommitment),
    'Crédito hipotecario': uf(sale.mortgageCommitment),
    'Reserva pactada': uf(sale.reservation?.amount ?? null),
    'Cuotas mensuales: compromiso': uf(plan?.amount ?? null),
    'Cuotas mensuales: pagado': uf(plan?.paid ?? null),
    'Cuotas mensuales: pagado en %': plan?.paidShare ? formatPercent(plan.paidShare) : null,
    'Cuotas mensuales: pendientes': plan?.pendingInstalments?.toString() ?? null,
    'Cuotas: cuántas': String(instalments.length),
    'Cuotas: suma': uf(sumOf(instalments.map(({ amount }) => amount))),
    'Cuotas: por pagar': uf(sumOf(instalments.map(leftToPay))),
    'Pagos: cuántos': String(payments.length),
    'Pagos: suma': uf(sumOf(payments.map(({ amount }) => amount))),
    ...Object.fromEntries(steps.map(({ label, doneOn }) => [`Escritura: ${label}`, date(doneOn)])),
  }
}

/** Null when no part is known. */
function sumOf(amounts: (Uf | null)[]): Uf | null {
  if (amounts.every((amount) => amount === null)) return null
  return sumUf(amounts.map((amount) => amount ?? ZERO_UF))
}

function uf(amount: Uf | null): string | null {
  return amount === null ? null : formatExactUf(amount)
}

function date(day: CalendarDate | null): string | null {
  return day && shortDate(day)
}
