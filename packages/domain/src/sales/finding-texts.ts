import { isCalendarDate, shortDate } from '../dates/dates.ts'
import { formatDecimal, formatPercent } from '../money/money.ts'
import type { FindingCode } from './doubtful-figures.ts'
import type { SaleFinding } from './sale-findings.ts'

/** What a finding is about, for a heading or a filter. */
export const findingNames: Record<FindingCode, string> = {
  plan_amount: 'Compromiso y cuotas',
  plan_paid: 'Pagado y cuotas',
  plan_payments: 'Pagado y pagos',
  paid_share: 'Porcentaje pagado',
  debt: 'Deuda y saldos de las cuotas',
  commitments_over_price: 'Compromisos y precio',
  payments_over_price: 'Pagos, saldo y precio',
  pending_count: 'Número de cuotas pendientes',
  signed_before_draft: 'Firma y borrador',
  registered_before_closing: 'Ingreso al CBR y cierre',
  left_registry_before_entry: 'Salida e ingreso al CBR',
}

const sentences: Record<FindingCode, (stated: string, computed: string) => string> = {
  plan_amount: (stated, computed) =>
    `El compromiso de «Cuotas mensuales» es ${uf(stated)} y sus cuotas suman ${uf(computed)}.`,
  plan_paid: (stated, computed) =>
    `Lo pagado del plan es ${uf(stated)} y, según sus cuotas, ${uf(computed)}.`,
  plan_payments: (stated, computed) =>
    `Lo pagado del plan es ${uf(stated)}, más que todos los pagos: ${uf(computed)}.`,
  paid_share: (stated, computed) =>
    `El porcentaje pagado es ${formatPercent(stated)} y, según los montos, ${formatPercent(computed)}.`,
  debt: (stated, computed) =>
    `La deuda del resumen es ${uf(stated)} y lo que falta pagar del plan, ${uf(computed)}.`,
  commitments_over_price: (stated, computed) =>
    `Los compromisos suman ${uf(stated)}, más que el precio de venta: ${uf(computed)}.`,
  payments_over_price: (stated, computed) =>
    `Los pagos y el saldo suman ${uf(stated)}, más que el precio de venta: ${uf(computed)}.`,
  pending_count: (stated, computed) =>
    `Las cuotas pendientes son ${stated} y, según sus saldos, ${computed}.`,
  signed_before_draft: (stated, computed) =>
    `La escritura se firmó el ${date(stated)}, antes de su borrador: ${date(computed)}.`,
  registered_before_closing: (stated, computed) =>
    `La escritura ingresó al CBR el ${date(stated)}, antes de su cierre: ${date(computed)}.`,
  left_registry_before_entry: (stated, computed) =>
    `La escritura salió del CBR el ${date(stated)}, antes de su ingreso: ${date(computed)}.`,
}

/** For staff, with both figures. */
export function findingSentence({ code, stated, computed }: SaleFinding): string {
  return sentences[code](stated, computed)
}

/** All decimals: a difference may be in the last. */
function uf(amount: string): string {
  return `UF ${formatDecimal(amount, { decimals: 4, dropTrailingZeros: true })}`
}

function date(text: string): string {
  return isCalendarDate(text) ? shortDate(text) : text
}
