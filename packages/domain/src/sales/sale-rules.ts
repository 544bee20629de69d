import {
  addUf,
  clampFraction,
  compareUf,
  isZeroUf,
  ratioOfUf,
  type Uf,
  ZERO_UF,
} from '../money/money.ts'
import { isInstalmentPaid } from './instalments.ts'
import type { InstalmentPlan, Sale } from './sale.ts'

/** Visible once `fecha_aprob_semi` is set (docs/specification.md §4.12). */
export function isVisible(sale: Sale): boolean {
  return sale.approvedOn !== null
}

/** Held by the member; a sale of somebody else is only read (docs/decisions/sales.md). */
export function isOwn(sale: Sale): boolean {
  return sale.shared === null
}

/** Selectable while `fecha_real` is empty (docs/specification.md §4.13). */
export function isSelectable(sale: Sale): boolean {
  return isVisible(sale) && sale.completedOn === null
}

/**
 * Only visible sales count (docs/specification.md §10.51); those that the member holds come before those
 * of others.
 */
export function autoSelected(sales: Sale[]): Sale | null {
  const visible = sales.filter(isVisible)
  const own = visible.filter(isOwn)
  const [only, ...others] = own.length > 0 ? own : visible
  return only !== undefined && others.length === 0 && isSelectable(only) ? only : null
}

export function selectedSale(sales: Sale[], code: string | null): Sale | null {
  const chosen = sales.find((sale) => sale.code === code && isSelectable(sale))
  return chosen ?? autoSelected(sales)
}

export function needsViewButton(sales: Sale[], sale: Sale): boolean {
  return sales.filter(isVisible).length > 1 && isSelectable(sale)
}

/** The sale for a member's data-subject requests: the one where the member finds them again. */
export function saleForDataSubjectRequests(sales: Sale[]): Sale | null {
  const own = sales.filter(isOwn)
  return own.find(isSelectable) ?? own.find(isVisible) ?? own[0] ?? null
}

/** Reservation debt + cash commitment + mortgage commitment (docs/specification.md §9.14). */
export function balance(sale: Sale): Uf {
  return addUf(
    sale.reservationDebt ?? ZERO_UF,
    sale.cashCommitment ?? ZERO_UF,
    sale.mortgageCommitment ?? ZERO_UF,
  )
}

/** Whether accounting sent any part of the balance: an unknown balance is not zero. */
export function isBalanceKnown(sale: Sale): boolean {
  return [sale.reservationDebt, sale.cashCommitment, sale.mortgageCommitment].some(
    (amount) => amount !== null,
  )
}

export function isPaidUp(sale: Sale): boolean {
  return isBalanceKnown(sale) && isZeroUf(balance(sale))
}

/** The balance is below zero: the member has paid too much, or accounting owes a correction. */
export function isInCredit(sale: Sale): boolean {
  return isBalanceKnown(sale) && compareUf(balance(sale), ZERO_UF) < 0
}

/** A representative only reads; nothing is charged for a sale without a debt. */
export function mayPayOnline(sale: Sale): boolean {
  return (
    isSelectable(sale) &&
    sale.shared?.kind !== 'representative' &&
    !isPaidUp(sale) &&
    !isInCredit(sale)
  )
}

/** A house icon if the type contains 'casa', otherwise a building (docs/specification.md §2.44). */
export function isHouse(propertyType: string): boolean {
  return propertyType.toLowerCase().includes('casa')
}

/** `cuotas_pendientes`, or the unpaid instalments if accounting sent no count. */
export function pendingInstalments(sale: Sale): number {
  const reported = sale.instalmentPlan?.pendingInstalments ?? null
  if (reported !== null) return reported
  return sale.instalments.filter((each) => !isInstalmentPaid(each)).length
}

/** Accounting's share, or paid over agreed; null when neither is known. */
export function planPaidShare(plan: InstalmentPlan | null): string | null {
  if (plan === null || plan.paidShare !== null) return plan?.paidShare ?? null
  return plan.paid === null || plan.amount === null ? null : ratioOfUf(plan.paid, plan.amount)
}

/** For the ring of the card: 0 to 1, or null when it is unknown. */
export function paidShare(sale: Sale): string | null {
  const share = planPaidShare(sale.instalmentPlan)
  return share === null ? null : clampFraction(share)
}
