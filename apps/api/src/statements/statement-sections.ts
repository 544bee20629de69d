import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import {
  equivalentText,
  formatPercent,
  formatPesos,
  formatUf,
  formatUfFigure,
  formatUfRate,
  isZeroUf,
  sumUf,
  type Uf,
  type UfValue,
  ufInPesos,
} from '@carpeta/domain/money/money'
import { nextPayment } from '@carpeta/domain/payments/next-payment'
import { type BalancePart, balanceParts } from '@carpeta/domain/sales/balance-parts'
import { markedLabel } from '@carpeta/domain/sales/doubtful-figures'
import { instalmentStateText, instalmentStatus } from '@carpeta/domain/sales/instalments'
import type { Sale } from '@carpeta/domain/sales/sale'
import { balance, isBalanceKnown } from '@carpeta/domain/sales/sale-rules'
import {
  type AccountStatement,
  accountStatement,
  type StatementPayment,
} from '@carpeta/domain/sales/statement'
import { type StatementDays, statementOfDays } from '@carpeta/domain/sales/statement-days'
import {
  certificateLabels,
  statementLabels as labels,
} from '@carpeta/domain/sales/statement-labels'
import type { Fact, Section } from '../pdf/draw-section.ts'

/** The six sections of PDF and CSV, with the figures of `accountStatement`. */
export function statementSections(
  sale: Sale,
  today: CalendarDate,
  days: StatementDays | null,
): Section[] {
  const whole = accountStatement(sale)
  const statement = days ? statementOfDays(whole, days) : whole
  return [
    memberSection(statement),
    propertiesSection(statement),
    commitmentSection(statement),
    planSection(statement, sale),
    instalmentsSection(statement, sale, today),
    days ? paymentsOfDays(statement) : paymentsSection(statement),
  ]
}

/** Who, what, how much is owed, and every payment that accounting recorded. */
export function certificateSections(sale: Sale, today: CalendarDate): Section[] {
  const statement = accountStatement(sale)
  return [
    memberSection(statement),
    propertiesSection(statement),
    debtSection(sale, today),
    certifiedPayments(statement),
  ]
}

function debtSection(sale: Sale, today: CalendarDate): Section {
  const { title, total, unknown, overdue, noneOverdue } = certificateLabels.debt
  if (!isBalanceKnown(sale)) return { title, facts: [{ label: total, value: unknown }] }
  const partFact = ({ label, amount, note }: BalancePart) =>
    ufFact(note ? `${label} (${note})` : label, amount)
  const next = nextPayment(sale, today)
  const late = next.kind === 'due' ? next.overdue : null
  const lateLabel = `${overdue} ${shortDate(today)}`
  return {
    title,
    totals: [
      ...balanceParts(sale).map(partFact),
      ufFact(markedLabel(sale, total, 'balance'), balance(sale), sale.ufOfToday),
      late
        ? ufFact(`${lateLabel}: ${late.count}`, late.amount)
        : { label: lateLabel, value: noneOverdue },
    ],
  }
}

function certifiedPayments({ payments }: AccountStatement): Section {
  const { amount, depositedOn, documentType, empty } = labels.payments
  const { title, total } = certificateLabels.payments
  return {
    title,
    table: {
      columns: [
        { header: depositedOn },
        { header: documentType },
        { header: amount, isAmount: true },
      ],
      rows: payments.map((payment) => [
        { text: dateText(payment.depositedOn) },
        { text: orNull(detailsOf(payment)) },
        { text: ufText(payment.amount) },
      ]),
      empty,
    },
    totals: [sumFact(total, payments)],
  }
}

function paymentsOfDays(statement: AccountStatement): Section {
  const { totals: _, ...section } = paymentsSection(statement)
  return { ...section, totals: [sumFact(labels.payments.ofDays, statement.payments)] }
}

/** Unknown where accounting does not say the amount of one. */
function sumFact(label: string, payments: StatementPayment[]): Fact {
  const amounts = payments.flatMap(({ amount }) => amount ?? [])
  return ufFact(label, amounts.length === payments.length ? sumUf(amounts) : null)
}

function memberSection({ member }: AccountStatement): Section {
  return {
    title: labels.member.title,
    facts: [
      { label: labels.member.name, value: orNull(member.name) },
      { label: labels.member.rut, value: orNull(member.rut) },
      { label: labels.member.legalRepresentative, value: orNull(member.legalRepresentative) },
    ],
  }
}

function propertiesSection({ properties }: AccountStatement): Section {
  const { title, type, lot, model, empty } = labels.properties
  return {
    title,
    table: {
      columns: [{ header: type }, { header: lot }, { header: model }],
      rows: properties.map((property) => [
        { text: orNull(property.type) },
        { text: orNull(property.lot) },
        { text: orNull(property.model) },
      ]),
      empty,
    },
  }
}

function commitmentSection({ reservationCommitment }: AccountStatement): Section {
  const { title, form, date, pesos, uf, empty } = labels.commitment
  return {
    title,
    table: {
      columns: [
        { header: form },
        { header: date },
        { header: pesos, isAmount: true },
        { header: uf, isAmount: true },
      ],
      rows: reservationCommitment.map((row) => [
        { text: row.label, note: row.documentType },
        { text: dateText(row.date) },
        { text: row.pesos === null ? null : formatPesos(row.pesos) },
        { text: ufText(row.uf) },
      ]),
      empty,
    },
  }
}

function planSection({ paymentPlan: plan }: AccountStatement, sale: Sale): Section {
  const { title, numberOfInstalments, pendingBalance, firstDueOn, share } = labels.plan
  return {
    title,
    facts: [
      { label: numberOfInstalments, value: String(plan.numberOfInstalments), isAmount: true },
      ufFact(markedLabel(sale, pendingBalance, 'balance'), plan.pendingBalance, sale.ufOfToday),
      { label: firstDueOn, value: dateText(plan.firstDueOn) },
      { label: share, value: percentText(plan.share), isAmount: true },
    ],
  }
}

function instalmentsSection(
  { instalments, totals }: AccountStatement,
  sale: Sale,
  today: CalendarDate,
): Section {
  const { title, dueOn, amount, paid, balance, state, empty } = labels.instalments
  return {
    title,
    table: {
      columns: [
        { header: dueOn },
        { header: amount, isAmount: true },
        { header: paid, isAmount: true },
        { header: balance, isAmount: true },
        { header: state },
      ],
      rows: instalments.map((row) => [
        { text: dateText(row.dueOn) },
        { text: ufText(row.amount) },
        { text: ufText(row.paid) },
        { text: ufText(row.balance) },
        { text: instalmentStateText(instalmentStatus(row, today), row.state) },
      ]),
      empty,
    },
    totals: [
      ufFact(markedLabel(sale, labels.totals.agreed, 'agreed'), totals.agreed),
      ufFact(markedLabel(sale, labels.totals.paid, 'paid'), totals.paid),
      {
        label: markedLabel(sale, labels.totals.paidShare, 'paid'),
        value: percentText(totals.paidShare),
        isAmount: true,
      },
      ufFact(labels.totals.balance, totals.balance, sale.ufOfToday),
    ],
  }
}

function paymentsSection({ payments, unapplied }: AccountStatement): Section {
  const { title, key, amount, depositedOn, documentType, receipt, empty } = labels.payments
  return {
    title,
    table: {
      columns: [
        { header: key },
        { header: amount, isAmount: true },
        { header: depositedOn },
        { header: documentType },
        { header: receipt },
      ],
      rows: payments.map((payment) => [
        { text: orNull(payment.key) },
        { text: ufText(payment.amount) },
        { text: dateText(payment.depositedOn) },
        { text: orNull(detailsOf(payment)) },
        { text: payment.receiptUrl && 'Ver comprobante', href: payment.receiptUrl },
      ]),
      empty,
    },
    ...(unapplied === null ? {} : { totals: [ufFact(labels.payments.unapplied, unapplied)] }),
  }
}

function detailsOf({ documentType, covers, unapplied }: StatementPayment): string {
  const isUnapplied = unapplied !== null && !isZeroUf(unapplied)
  const rest = isUnapplied && `${labels.payments.unapplied} ${formatUf(unapplied)}`
  return [documentType, covers, rest].filter(Boolean).join(' · ')
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}

function ufFact(label: string, amount: Uf | null, ufOfToday: UfValue | null = null): Fact {
  const fact: Fact = { label, value: ufText(amount), isAmount: true, unit: 'UF' }
  if (amount === null || isZeroUf(amount) || ufOfToday === null) return fact
  const equivalent = {
    text: equivalentText(amount, ufOfToday),
    pesos: formatPesos(ufInPesos(amount, ufOfToday)),
    rate: formatUfRate(ufOfToday.pesos),
    day: shortDate(ufOfToday.date),
  }
  return { ...fact, equivalent }
}

function ufText(amount: Uf | null): string | null {
  return amount === null ? null : formatUfFigure(amount)
}

function dateText(date: CalendarDate | null): string | null {
  return date === null ? null : shortDate(date)
}

function percentText(share: string | null): string | null {
  return share === null ? null : formatPercent(share)
}
