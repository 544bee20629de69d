import { dateTimeInSantiago } from '../dates/dates.ts'
import { formatUf, sumUf, type Uf } from '../money/money.ts'
import { formatRut } from '../people/rut.ts'
import type { PaperKind } from './printed-content.ts'
import type { Sale } from './sale.ts'
import { balance, isBalanceKnown } from './sale-rules.ts'
import { statementInstalments } from './statement.ts'
import { certificateLabels, statementLabels } from './statement-labels.ts'

/** A line of a paper, as it is printed; '-' for what accounting does not send. */
export interface PaperFact {
  label: string
  value: string
}

/** The totals of a paper, by which whoever has it finds that a figure was altered. */
export function paperTotals(sale: Sale, kind: PaperKind): PaperFact[] {
  if (kind === 'certificate') {
    const { debt, payments } = certificateLabels
    const owed = isBalanceKnown(sale) ? formatUf(balance(sale)) : debt.unknown
    return [
      { label: debt.total, value: owed },
      { label: payments.total, value: ufText(sumOfPayments(sale)) },
    ]
  }
  const { totals } = statementInstalments(sale)
  const labels = statementLabels.totals
  return [
    { label: labels.agreed, value: ufText(totals.agreed) },
    { label: labels.paid, value: ufText(totals.paid) },
    { label: labels.balance, value: ufText(totals.balance) },
  ]
}

/** Whose paper it is, so that its holder recognises it and a stranger learns no name. */
export function paperIdentity(paper: {
  kind: PaperKind
  code: string
  holderName: string
  holderRut: string
  /** ISO 8601. */
  asOf: string
}): PaperFact[] {
  const { title } = paper.kind === 'certificate' ? certificateLabels : statementLabels
  const { name, rut } = statementLabels.member
  return [
    { label: 'Documento', value: title },
    { label: 'Compra', value: paper.code },
    { label: name, value: maskedName(paper.holderName) },
    { label: rut, value: maskedRut(paper.holderRut) },
    { label: 'Actualizado al', value: dateTimeInSantiago(paper.asOf) },
  ]
}

/** 'Rosa Muñoz' → 'R••• M•••', whatever the length of the words. */
export function maskedName(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words.map((word) => `${Array.from(word)[0]}•••`).join(' ') || '-'
}

const SHOWN_OF_RUT = 5

/** '12.345.678-5' → '••.•••.678-5'. */
export function maskedRut(text: string): string {
  const rut = formatRut(text)
  return rut.slice(0, -SHOWN_OF_RUT).replace(/\d/g, '•') + rut.slice(-SHOWN_OF_RUT) || '-'
}

function ufText(amount: Uf | null): string {
  return amount === null ? '-' : formatUf(amount)
}

/** Unknown where accounting does not say the amount of one, as on the paper. */
function sumOfPayments({ payments }: Sale): Uf | null {
  const amounts = payments.flatMap(({ amount }) => amount ?? [])
  return amounts.length === payments.length ? sumUf(amounts) : null
}
