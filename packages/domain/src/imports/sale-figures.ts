import { type CalendarDate, shortDate } from '../dates/dates.ts'
import { formatExactUf, formatPercent, sumUf, type Uf, ZERO_UF } from '../money/money.ts'
import { formatRut } from '../people/rut.ts'
import { deedSteps } from '../sales/deed-steps.ts'
import { leftToPay } from '../sales/instalments.ts'
import type { CheckedSale } from '../sales/sale-findings.ts'

/** What staff compare of a sale before and after a load. */
export interface ComparedSale extends CheckedSale {
  holderRut: string
  project: string
  approvedOn: CalendarDate | null
  completedOn: CalendarDate | null
}

export interface ComparedFigure {
  name: string
  before: string | null
  after: string | null
  isChanged: boolean
}

/** The figures of a sale before and after, in one order; null where there is none. */
export function compareFigures(
  before: ComparedSale | null,
  after: ComparedSale | null,
): ComparedFigure[] {
  const former = before && figuresOf(before)
  const later = after && figuresOf(after)
  const names = Object.keys(former ?? later ?? {})
  return names.map((name) => {
    const values = { before: former?.[name] ?? null, after: later?.[name] ?? null }
    return { name, ...values, isChanged: values.before !== values.after }
  })
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
