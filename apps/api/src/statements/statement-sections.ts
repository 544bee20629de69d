import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { formatPercent, formatPesos, formatUf, type Uf } from '@carpeta/domain/money/money'
import { instalmentLabels, instalmentStatus } from '@carpeta/domain/sales/instalments'
import type { Sale } from '@carpeta/domain/sales/sale'
import { type AccountStatement, accountStatement } from '@carpeta/domain/sales/statement'
import { statementLabels as words } from '@carpeta/domain/sales/statement-labels'
import type { Section } from '../pdf/section.ts'

/** The six sections of spec §2: one writing for paper and table, figures from `accountStatement`. */
export function statementSections(sale: Sale, today: CalendarDate): Section[] {
  const statement = accountStatement(sale)
  return [
    memberSection(statement),
    propertiesSection(statement),
    commitmentSection(statement),
    planSection(statement),
    instalmentsSection(statement, sale, today),
    paymentsSection(statement),
  ]
}

function memberSection({ member }: AccountStatement): Section {
  return {
    title: words.member.title,
    facts: [
      { label: words.member.name, value: orNull(member.name) },
      { label: words.member.rut, value: orNull(member.rut) },
      { label: words.member.legalRepresentative, value: orNull(member.legalRepresentative) },
    ],
  }
}

function propertiesSection({ properties }: AccountStatement): Section {
  const { title, type, lot, model, empty } = words.properties
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
  const { title, form, date, pesos, uf, empty } = words.commitment
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

function planSection({ paymentPlan: plan }: AccountStatement): Section {
  const { title, numberOfInstalments, pendingBalance, firstDueOn, share } = words.plan
  return {
    title,
    facts: [
      { label: numberOfInstalments, value: String(plan.numberOfInstalments) },
      { label: pendingBalance, value: ufText(plan.pendingBalance), unit: 'UF' },
      { label: firstDueOn, value: dateText(plan.firstDueOn) },
      { label: share, value: percentText(plan.share) },
    ],
  }
}

function instalmentsSection(
  { instalments, totals }: AccountStatement,
  sale: Sale,
  today: CalendarDate,
): Section {
  const { title, dueOn, amount, paid, balance, state, empty } = words.instalments
  // Accounting's own word; ours where it has none, as on the screen.
  const stateWords = sale.instalments.map(
    (instalment) => instalment.state || instalmentLabels[instalmentStatus(instalment, today)],
  )
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
      rows: instalments.map((row, place) => [
        { text: dateText(row.dueOn) },
        { text: ufText(row.amount) },
        { text: ufText(row.paid) },
        { text: ufText(row.balance) },
        { text: stateWords[place] ?? null },
      ]),
      empty,
    },
    totals: [
      { label: words.totals.agreed, value: ufText(totals.agreed), unit: 'UF' },
      { label: words.totals.paid, value: ufText(totals.paid), unit: 'UF' },
      { label: words.totals.paidShare, value: percentText(totals.paidShare) },
      { label: words.totals.balance, value: ufText(totals.balance), unit: 'UF' },
    ],
  }
}

function paymentsSection({ payments }: AccountStatement): Section {
  const { title, key, amount, depositedOn, documentType, receipt, empty } = words.payments
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
        { text: orNull(payment.documentType) },
        { text: payment.receiptUrl && 'Ver comprobante', href: payment.receiptUrl },
      ]),
      empty,
    },
  }
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}

function ufText(amount: Uf | null): string | null {
  return amount === null ? null : formatUf(amount)
}

function dateText(date: CalendarDate | null): string | null {
  return date === null ? null : shortDate(date)
}

function percentText(share: string | null): string | null {
  return share === null ? null : formatPercent(share)
}
