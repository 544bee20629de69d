import type { CalendarDate } from '../dates/dates.ts'
import {
  formatPercent,
  formatPesos,
  formatUfFigure,
  isZeroUf,
  type Pesos,
  type Uf,
} from '../money/money.ts'
import { balanceParts } from './balance-parts.ts'
import { addedStateText, instalmentStatus } from './instalments.ts'
import type { Payment, Sale } from './sale.ts'
import { accountStatement, type CommitmentRow, type InstalmentRow } from './statement.ts'

/** What is printed with a folio. */
export type PaperKind = 'statement' | 'certificate'

/** The form of 1.1.0 also has labels, zeros and keys that no statement prints. */
type Form = 'current' | '1.1.0'

/**
 * What a printed statement says of a sale, as canonical JSON: amounts rounded as printed, nothing that
 * depends on the day of issue or on a setting, and no missing value, so that a field that accounting
 * begins to send changes only the sales that have it (docs/decisions/statements.md).
 */
export function printedContent(sale: Sale, form: Form = 'current'): string {
  const { code, project, condominium, advisor } = sale
  const statement = accountStatement(sale)
  const { member, properties, reservationCommitment, paymentPlan, instalments, totals } = statement
  return JSON.stringify(
    {
      sale: { code, project, condominium, advisor },
      member,
      properties,
      commitments: reservationCommitment.map(commitmentContent),
      plan: {
        ...paymentPlan,
        pendingBalance: ufText(paymentPlan.pendingBalance),
        share: percentText(paymentPlan.share),
      },
      instalments: instalments.map((row) => instalmentContent(row, form)),
      totals: {
        agreed: ufText(totals.agreed),
        paid: ufText(totals.paid),
        paidShare: percentText(totals.paidShare),
        balance: ufText(totals.balance),
      },
      payments: (form === '1.1.0' ? sale : statement).payments.map((payment) =>
        paymentContent(payment, form),
      ),
    },
    canonical,
  )
}

function commitmentContent({ label, documentType, date, pesos, uf }: CommitmentRow) {
  return { label, documentType, date, pesos: pesosText(pesos), uf: ufText(uf) }
}

/**
 * The same of the certificate of debt and payments: of what a statement says, and of the parts of the debt, which a
 * statement does not print.
 */
export function certifiedContent(sale: Sale): string {
  const debt = balanceParts(sale).map(({ label, amount }) => ({ label, amount: ufText(amount) }))
  return JSON.stringify({ debt, statement: printedContent(sale) }, canonical)
}

/** Before it is due: a state that its date alone makes overdue is true of its day. */
const FIRST_DAY = '0001-01-01' as CalendarDate

function instalmentContent(row: InstalmentRow, form: Form) {
  const { dueOn, amount, paid, balance, state } = row
  const figures = { dueOn, amount: ufText(amount), paid: ufText(paid), balance: ufText(balance) }
  if (form === '1.1.0') return { ...figures, state }
  return { ...figures, status: instalmentStatus(row, FIRST_DAY), state: addedStateText(state) }
}

/** A receipt is printed as such; its address may change. */
function paymentContent(payment: Payment, form: Form) {
  const { key, depositedOn, documentType, instalments, unapplied } = payment
  const isPrinted = form === '1.1.0' || (unapplied !== null && !isZeroUf(unapplied))
  return {
    key,
    amount: ufText(payment.amount),
    depositedOn,
    documentType,
    hasReceipt: payment.receiptUrl !== null || null,
    instalments: instalments.length === 0 ? null : instalments,
    unapplied: isPrinted ? ufText(unapplied) : null,
  }
}

function ufText(amount: Uf | null): string | null {
  return amount === null ? null : formatUfFigure(amount)
}

function pesosText(amount: Pesos | null): string | null {
  // As the hashes of issued statements have it.
  return amount === null ? null : formatPesos(amount).replace('\u00a0', '')
}

function percentText(share: string | null): string | null {
  return share === null ? null : formatPercent(share)
}

/** Sorts the keys of objects and leaves out missing values. */
function canonical(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).filter(([, each]) => each !== null && each !== '')
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

// Without 0, O, 1 and I, which are easy to confuse.
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** Random bytes of a folio: one for each letter, of which 5 bits count. */
export const FOLIO_BYTES = 12
const PREFIXES: Record<PaperKind, string> = { statement: 'EC', certificate: 'CD' }
const FOLIO = new RegExp(`^(${Object.values(PREFIXES).join('|')})([${LETTERS}]{${FOLIO_BYTES}})$`)

/** 'EC-7F3K-Q2MX-9TRB' from twelve random bytes: 60 bits, which cannot be guessed; 'CD-…' of a certificate. */
export function formatFolio(random: Uint8Array, kind: PaperKind = 'statement'): string {
  if (random.length !== FOLIO_BYTES)
    throw new RangeError(`A folio takes ${FOLIO_BYTES} random bytes`)
  const letters = Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join('')
  return grouped(PREFIXES[kind], letters)
}

/** The folio as issued, from any typing: lower case, with spaces, without hyphens; null if invalid. */
export function readFolio(text: string): string | null {
  const [, prefix, letters] = FOLIO.exec(text.toUpperCase().replace(/[\s\p{Pd}]/gu, '')) ?? []
  return prefix === undefined || letters === undefined ? null : grouped(prefix, letters)
}

/** Its beginning, 'EC-7F3K-…': enough to recognise it, and not to check it, which tells the figures of its paper. */
export function folioMark(folio: string): string {
  return folio.split('-').slice(0, 2).concat('…').join('-')
}

export function kindOfFolio(folio: string): PaperKind {
  return folio.startsWith(PREFIXES.certificate) ? 'certificate' : 'statement'
}

function grouped(prefix: string, letters: string): string {
  return [prefix, letters.slice(0, 4), letters.slice(4, 8), letters.slice(8)].join('-')
}
