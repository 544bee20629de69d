import {
  addUf,
  compareUf,
  formatUf,
  isPositiveUf,
  isZeroUf,
  type Uf,
  ZERO_UF,
} from '../money/money.ts'
import type { Sale } from './sale.ts'
import { balance } from './sale-rules.ts'
import { statementSummary } from './statement.ts'

/** A part of a sale's balance. */
export interface BalancePart {
  label: string
  amount: Uf
  /** When it is paid, where that is not by instalments. */
  note: string
}

const parts = [
  { field: 'reservationDebt', label: 'Reserva por pagar', note: '' },
  { field: 'cashCommitment', label: 'Contado', note: '' },
  { field: 'mortgageCommitment', label: 'Crédito hipotecario', note: 'se paga con la escritura' },
] as const

/** What the balance is made of, without what is zero or unknown. */
export function balanceParts(sale: Sale): BalancePart[] {
  return parts.flatMap(({ field, label, note }) => {
    const amount = sale[field]
    return amount === null || isZeroUf(amount) ? [] : [{ label, amount, note }]
  })
}

/**
 * What lies between the price and the balance, after the price: 'menos UF 253,40 de cuotas pagadas y UF 49,00 de
 * Reserva (2 %)'. Null where accounting's figures do not add up so.
 */
export function deductedText(sale: Sale): string | null {
  const rows = statementSummary(sale).reservationCommitment
  const reservation = rows.find(({ kind }) => kind === 'reservation')
  const deducted = [
    { label: 'cuotas pagadas', amount: sale.instalmentPlan?.paid ?? ZERO_UF },
    { label: reservation?.label, amount: reservation?.uf ?? ZERO_UF },
  ].filter(({ amount }) => isPositiveUf(amount))
  const price = addUf(balance(sale), ...deducted.map(({ amount }) => amount))
  if (sale.price === null || compareUf(price, sale.price) !== 0 || deducted.length === 0)
    return null
  return `menos ${deducted.map(({ label, amount }) => `${formatUf(amount)} de ${label}`).join(' y ')}`
}

/** Of a balance below zero. */
export const creditLabel = 'Saldo a tu favor'

/** What the member reads instead of a button to pay, while the balance is below zero. */
export function creditAdvice(advisor: string): string {
  return `Antes de pagar algo más, pregunta ${whom(advisor)} cómo usarlo.`
}

export const clashTitle = 'No pagues todavía: hay cifras que no calzan.'

/** Where instalments are owed as well; whom else to ask follows. */
export function clashAdvice(advisor: string): string {
  return `Contabilidad informa cuotas por pagar y también un saldo a tu favor. Pregunta ${whom(advisor)} o`
}

function whom(advisor: string): string {
  return advisor === '' ? 'a tu asesor' : `a tu asesor, ${advisor},`
}
