import { isZeroUf, type Uf } from '../money/money.ts'
import type { Sale } from './sale.ts'

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
