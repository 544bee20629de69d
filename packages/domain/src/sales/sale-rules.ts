import { addUf, clampFraction, isZeroUf, ratioOfUf, type Uf, ZERO_UF } from '../money/money.ts'
import { isInstalmentPaid } from './instalments.ts'
import type { InstalmentPlan, Sale } from './sale.ts'

/** Shown only once `fecha_aprob_semi` is set (spec §4). */
export function isVisible(sale: Sale): boolean {
  return sale.approvedOn !== null
}

/** Selectable only while `fecha_real` is empty (spec §4). */
export function isSelectable(sale: Sale): boolean {
  return isVisible(sale) && sale.completedOn === null
}

/** Sales are counted after hiding the unapproved (design §5.14). */
export function autoSelected(sales: Sale[]): Sale | null {
  const [only, ...others] = sales.filter(isVisible)
  return only !== undefined && others.length === 0 && isSelectable(only) ? only : null
}

export function selectedSale(sales: Sale[], code: string | null): Sale | null {
  const chosen = sales.find((sale) => sale.code === code && isSelectable(sale))
  return chosen ?? autoSelected(sales)
}

export function needsViewButton(sales: Sale[], sale: Sale): boolean {
  return sales.filter(isVisible).length > 1 && isSelectable(sale)
}

/** On which of his sales a member asks for his rights: where he finds them again most easily. */
export function saleForRights(sales: Sale[]): Sale | null {
  return sales.find(isSelectable) ?? sales.find(isVisible) ?? sales[0] ?? null
}

/** Reservation debt + cash commitment + mortgage-credit commitment (spec §9). */
export function balance(sale: Sale): Uf {
  return addUf(
    sale.reservationDebt ?? ZERO_UF,
    sale.cashCommitment ?? ZERO_UF,
    sale.mortgageCommitment ?? ZERO_UF,
  )
}

/** Whether accounting said anything of what is owed: an unknown balance is not a zero. */
export function isBalanceKnown(sale: Sale): boolean {
  return [sale.reservationDebt, sale.cashCommitment, sale.mortgageCommitment].some(
    (amount) => amount !== null,
  )
}

export function isPaidUp(sale: Sale): boolean {
  return isBalanceKnown(sale) && isZeroUf(balance(sale))
}

/** A house icon if the type contains 'casa', otherwise a building (spec §2). */
export function isHouse(propertyType: string): boolean {
  return propertyType.toLowerCase().includes('casa')
}

/** `cuotas_pendientes`; counted from the instalments where accounting sent none. */
export function pendingInstalments(sale: Sale): number {
  const told = sale.instalmentPlan?.pendingInstalments ?? null
  if (told !== null) return told
  return sale.instalments.filter((each) => !isInstalmentPaid(each)).length
}

/** As accounting says it, else what was paid over what was agreed; null when neither is known. */
export function planPaidShare(plan: InstalmentPlan | null): string | null {
  if (plan === null || plan.paidShare !== null) return plan?.paidShare ?? null
  return plan.paid === null || plan.amount === null ? null : ratioOfUf(plan.paid, plan.amount)
}

/** For the ring of the card: 0 to 1. */
export function paidShare(sale: Sale): string {
  return clampFraction(planPaidShare(sale.instalmentPlan) ?? '0')
}
