import type { CalendarDate } from '../dates/dates.ts'
import {
  formatPercent,
  isPositiveFraction,
  isZeroUf,
  type Pesos,
  subtractUf,
  sumUf,
  type Uf,
  type UfValue,
  ufInPesos,
} from '../money/money.ts'
import { isDerivedKey } from '../payments/payment-keys.ts'
import { formatRut } from '../people/rut.ts'
import { isInstalmentPaid, leftToPay } from './instalments.ts'
import type { Commitment, Instalment, InstalmentPlan, Payment, Property, Sale } from './sale.ts'
import { planPaidShare } from './sale-rules.ts'
import { commitmentNames, coveredInstalmentsText } from './statement-labels.ts'

/**
 * The account statement of the screen, the PDF and the CSV (docs/specification.md §10.57, §10.58).
 * Values are not formatted; `null` means that accounting sent none.
 */
export interface AccountStatement
  extends StatementSummary,
    StatementInstalments,
    StatementPayments {}

/** What it tells before the instalments. */
export interface StatementSummary {
  member: { name: string; rut: string; legalRepresentative: string }
  properties: Property[]
  reservationCommitment: CommitmentRow[]
  paymentPlan: {
    numberOfInstalments: number
    pendingBalance: Uf | null
    firstDueOn: CalendarDate | null
    share: string | null
  }
}

export interface StatementInstalments {
  instalments: InstalmentRow[]
  totals: { agreed: Uf | null; paid: Uf | null; paidShare: string | null; balance: Uf | null }
}

export interface StatementPayments {
  payments: StatementPayment[]
  /** Paid, but not yet part of an instalment; null when accounting tells of none. */
  unapplied: Uf | null
}

export interface StatementPayment extends Payment {
  /** The instalments that it pays, as text; null where accounting does not tell. */
  covers: string | null
  /** By the UF of its day, since accounting has UF alone; null where that is unknown. */
  pesos: Pesos | null
}

export interface CommitmentRow {
  kind: keyof typeof commitmentNames
  label: string
  documentType: string
  date: CalendarDate | null
  pesos: Pesos | null
  uf: Uf | null
}

export interface InstalmentRow {
  dueOn: CalendarDate | null
  amount: Uf | null
  paid: Uf | null
  balance: Uf | null
  /** Accounting's own label. */
  state: string
  /** Its payments, where accounting tells them. */
  payments: Payment[]
}

export function accountStatement(sale: Sale): AccountStatement {
  return { ...statementSummary(sale), ...statementInstalments(sale), ...statementPayments(sale) }
}

export function statementSummary(sale: Sale): StatementSummary {
  const firstDueOn = earliestDueOn(sale.instalments)
  return {
    member: {
      name: sale.holder.fullName,
      rut: formatRut(sale.holder.rut),
      legalRepresentative: sale.holder.legalRepresentative,
    },
    properties: sale.properties.map(({ type, lot, model }) => ({ type, lot, model })),
    reservationCommitment: [
      ...commitmentRow('first_instalment', sale.instalmentPlan, firstDueOn),
      ...commitmentRow('reservation', sale.reservation, sale.reservation?.lastPaidOn ?? null),
    ],
    paymentPlan: {
      numberOfInstalments: sale.instalments.length,
      pendingBalance: sale.reservationDebt,
      firstDueOn,
      share: sale.instalmentPlan?.share ?? null,
    },
  }
}

export function statementInstalments(sale: Sale): StatementInstalments {
  const paymentsOf = paymentsByPlace(sale.payments)
  return {
    instalments: sale.instalments.map((instalment, index) =>
      instalmentRow(instalment, paymentsOf.get(index + 1) ?? []),
    ),
    totals: totals(sale.instalmentPlan),
  }
}

export function statementPayments(sale: Sale): StatementPayments {
  const dueDates = sale.instalments.map(({ dueOn }) => dueOn)
  const ufOn = new Map(sale.ufOfPayments.map((uf) => [uf.date, uf]))
  return {
    payments: sale.payments.map((payment) => ({
      ...shownPayment(payment),
      pesos: pesosOf(payment, ufOn),
      covers: coveredInstalmentsText(payment.instalments, dueDates),
    })),
    unapplied: unapplied(sale.payments),
  }
}

function pesosOf({ amount, depositedOn }: Payment, ufOn: Map<CalendarDate, UfValue>): Pesos | null {
  const uf = depositedOn && ufOn.get(depositedOn)
  return amount && uf ? ufInPesos(amount, uf) : null
}

/** The newest payment with a receipt, however accounting lists them. */
export function lastReceipt({ payments }: Sale): Payment | undefined {
  return newestFirst(payments.filter(({ receiptUrl }) => isWebAddress(receiptUrl)))[0]
}

/** The newest payment; accounting may not tell its day. */
export function lastPayment(sale: Sale): StatementPayment | undefined {
  return newestFirst(statementPayments(sale).payments)[0]
}

/** A `javascript:` address in the data must not run (docs/security.md 9.4). */
export function isWebAddress(address: string | null): address is string {
  return address !== null && /^https?:\/\//i.test(address)
}

/** Accounting lists them in any order; those without a date come last. */
export function newestFirst<Listed extends Pick<Payment, 'depositedOn'>>(
  payments: Listed[],
): Listed[] {
  const day = ({ depositedOn }: Listed) => depositedOn ?? ''
  return [...payments].sort((a, b) => day(b).localeCompare(day(a)))
}

/** No row without a percentage above 0 (docs/specification.md §2.61). */
function commitmentRow(
  kind: CommitmentRow['kind'],
  commitment: Commitment | null,
  date: CalendarDate | null,
): CommitmentRow[] {
  if (commitment === null || commitment.share === null) return []
  if (!isPositiveFraction(commitment.share)) return []
  return [
    {
      kind,
      label: `${commitmentNames[kind]} (${formatPercent(commitment.share)})`,
      documentType: commitment.documentType,
      date,
      pesos: commitment.amountInPesos,
      uf: commitment.amount,
    },
  ]
}

/** What accounting did not send stays unknown, except of an instalment that it calls paid. */
function instalmentRow(instalment: Instalment, payments: Payment[]): InstalmentRow {
  const { dueOn, amount, state } = instalment
  const balance = isInstalmentPaid(instalment) ? leftToPay(instalment) : instalment.balance
  return { dueOn, amount, paid: difference(amount, balance), balance, state, payments }
}

function paymentsByPlace(payments: Payment[]): Map<number, Payment[]> {
  const found = new Map<number, Payment[]>()
  for (const payment of payments) {
    for (const place of new Set(payment.instalments)) {
      found.set(place, [...(found.get(place) ?? []), shownPayment(payment)])
    }
  }
  return found
}

/** A key of the portal's own says nothing to people. */
function shownPayment(payment: Payment): Payment {
  return isDerivedKey(payment.key) ? { ...payment, key: '' } : payment
}

function unapplied(payments: Payment[]): Uf | null {
  const amounts = payments.flatMap(({ unapplied }) => unapplied ?? [])
  const sum = sumUf(amounts)
  return isZeroUf(sum) ? null : sum
}

function totals(plan: InstalmentPlan | null): AccountStatement['totals'] {
  const agreed = plan?.amount ?? null
  const paid = plan?.paid ?? null
  return { agreed, paid, paidShare: planPaidShare(plan), balance: difference(agreed, paid) }
}

function difference(whole: Uf | null, part: Uf | null): Uf | null {
  return whole === null || part === null ? null : subtractUf(whole, part)
}

// Instalments come in accounting's order, so the first may not be the earliest.
function earliestDueOn(instalments: Instalment[]): CalendarDate | null {
  const dates = instalments.flatMap(({ dueOn }) => (dueOn === null ? [] : [dueOn])).sort()
  return dates[0] ?? null
}
