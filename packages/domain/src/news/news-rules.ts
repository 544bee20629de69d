import { addDays, type CalendarDate } from '../dates/dates.ts'
import { isPositiveUf } from '../money/money.ts'
import { paidAlready } from '../payments/due-parts.ts'
import type { UnrecordedPayment } from '../payments/next-payment.ts'
import { isDerivedKey } from '../payments/payment-keys.ts'
import { deedSteps, isStepDone } from '../sales/deed-steps.ts'
import { type FindingCode, isDoubtful } from '../sales/doubtful-figures.ts'
import { isInstalmentOwed } from '../sales/instalments.ts'
import type { DeedTracking, Instalment, Payment } from '../sales/sale.ts'
import type { ReminderDays } from './reminder-days.ts'

/** What a member is told about a sale: after a load, and of a document that staff published. */
export const newsKinds = ['deed', 'payment', 'due_soon', 'overdue', 'document'] as const

export type NewsKind = (typeof newsKinds)[number]

/** An instalment that has been overdue for longer is no news: the dashboard shows it every day. */
export const MAX_OVERDUE_DAYS = 10

/** A step or a payment from longer ago is a correction of accounting's books. */
export const MAX_NEWS_AGE_DAYS = 90

/** A document that is visible for longer is no news. */
export const MAX_DOCUMENT_AGE_DAYS = 10

/** A load may confirm that an instalment is owed only for so many days. */
const MAX_FIGURES_AGE_DAYS = 10

/** One piece of news; a member is told each only once. */
export interface NewsEvent {
  kind: NewsKind
  /**
   * Identifies it among the news of its kind about a sale: a step, a payment's key, a due date. Of a
   * document its title, or '' once the member cannot read it.
   */
  subject: string
  /** Null for a payment without a date. */
  date: CalendarDate | null
}

const figures = {
  deed: 'deed',
  payment: 'paid',
  due_soon: 'instalments',
  overdue: 'instalments',
} as const

/** Nothing is told of figures that a check of the load doubts. */
export function withoutDoubt(events: NewsEvent[], doubtful: readonly FindingCode[]): NewsEvent[] {
  return events.filter(
    ({ kind }) => kind === 'document' || !isDoubtful({ doubtful }, figures[kind]),
  )
}

/** What the news of a change need of a sale. */
export interface SaleVersion {
  deed: DeedTracking | null
  payments: PaymentVersion[]
}

type PaymentVersion = Pick<Payment, 'key' | 'amount' | 'depositedOn'>

interface ChangeDays {
  /** The day of the cut-off of the former version: a later step was still planned. */
  formerCutoff: CalendarDate
  today: CalendarDate
}

/**
 * What a load tells about a sale that it changed: steps of the deed that are done now and were not,
 * and payments that were not recorded. A corrected date or amount is no news.
 */
export function newsOfChange(
  before: SaleVersion,
  after: SaleVersion,
  days: ChangeDays,
): NewsEvent[] {
  return [...newSteps(before, after, days), ...newPayments(before, after, days.today)]
}

function newSteps(
  before: SaleVersion,
  after: SaleVersion,
  { formerCutoff, today }: ChangeDays,
): NewsEvent[] {
  const earlier = new Set(stepsDone(before, formerCutoff).map(({ subject }) => subject))
  return stepsDone(after, today).filter(
    ({ subject, date }) => !earlier.has(subject) && isRecent(date, today),
  )
}

function stepsDone({ deed }: SaleVersion, by: CalendarDate): NewsEvent[] {
  if (deed === null) return []
  return deedSteps(deed).flatMap((step) =>
    isStepDone(step, by) ? [{ kind: 'deed', subject: step.field, date: step.doneOn }] : [],
  )
}

/**
 * Accounting may number its payments again: one with the amount and date of one that left is old. One
 * without accounting's key has another after a correction: it is old with either of them.
 */
function newPayments(before: SaleVersion, after: SaleVersion, today: CalendarDate): NewsEvent[] {
  const earlier = new Set(before.payments.map(({ key }) => key))
  const kept = new Set(after.payments.map(({ key }) => key))
  const left = new FormerPayments(before.payments.filter(({ key }) => !kept.has(key)))
  return after.payments
    .filter(({ key }) => !earlier.has(key))
    .filter((payment) => !left.take('same', payment))
    .filter((payment) => !left.take('amount', payment) && !left.take('date', payment))
    .filter(({ amount }) => amount !== null && isPositiveUf(amount))
    .map(
      ({ key, depositedOn }): NewsEvent => ({
        kind: 'payment',
        subject: key,
        date: depositedOn,
      }),
    )
    .filter(({ date }) => isRecent(date, today))
}

type Likeness = 'same' | 'amount' | 'date'

/** Found by what they share with a later one, since a sale may have thousands. Each is taken once. */
class FormerPayments {
  readonly #found = new Map<string, PaymentVersion[]>()
  readonly #taken = new Set<PaymentVersion>()

  constructor(payments: PaymentVersion[]) {
    for (const payment of [...payments].reverse()) {
      for (const likeness of ['same', 'amount', 'date'] as const) {
        const name = nameOf(likeness, payment)
        if (name === null) continue
        const found = this.#found.get(name) ?? []
        found.push(payment)
        this.#found.set(name, found)
      }
    }
  }

  /** Whether there was one, the first of its version. */
  take(likeness: Likeness, payment: PaymentVersion): boolean {
    const name = nameOf(likeness, payment)
    const found = name === null ? [] : (this.#found.get(name) ?? [])
    for (let former = found.pop(); former !== undefined; former = found.pop()) {
      if (this.#taken.has(former)) continue
      this.#taken.add(former)
      return true
    }
    return false
  }
}

/** Null for a payment with a key of accounting, which is the same only with both. */
function nameOf(likeness: Likeness, { key, amount, depositedOn }: PaymentVersion): string | null {
  if (likeness === 'same') return `same ${amount} ${depositedOn}`
  if (!isDerivedKey(key)) return null
  return `${likeness} ${likeness === 'amount' ? amount : depositedOn}`
}

function isRecent(date: CalendarDate | null, today: CalendarDate): boolean {
  return date === null || date >= addDays(today, -MAX_NEWS_AGE_DAYS)
}

interface Instalments {
  instalments: Instalment[]
  /** Payments that these figures do not have yet. */
  paidOnline: UnrecordedPayment[]
}

interface InstalmentsNow extends Instalments {
  /** The day of the cut-off of these figures. */
  asOf: CalendarDate
  /** The day on which the sale was first loaded; null when that is long ago. */
  firstLoadedOn: CalendarDate | null
  /** How many days before it is due the member wants to be told. */
  reminderDays: ReminderDays
}

/**
 * Which unpaid instalments are due soon, and which have become overdue; one for each due date. What
 * was already so when the sale was first loaded is no news.
 */
export function newsOfInstalments(
  { asOf, firstLoadedOn, reminderDays, ...instalments }: InstalmentsNow,
  today: CalendarDate,
): NewsEvent[] {
  if (asOf < addDays(today, -MAX_FIGURES_AGE_DAYS)) return []
  return datesToPay(instalments, today).flatMap((dueOn) => {
    const kind = kindOfDue(dueOn, { asOf, firstLoadedOn, reminderDays }, today)
    return kind === null ? [] : [{ kind, subject: dueOn, date: dueOn }]
  })
}

/** Whether an email that waited may still say so; only what is told of instalments passes. */
export function isStillDue(
  { kind, date }: Pick<NewsEvent, 'kind' | 'date'>,
  instalments: Instalments,
  today: CalendarDate,
): boolean {
  if (kind !== 'due_soon' && kind !== 'overdue') return true
  if (date === null || (kind === 'due_soon' && date < today)) return false
  return datesToPay(instalments, today).includes(date)
}

/** Each once. */
function datesToPay({ instalments, paidOnline }: Instalments, today: CalendarDate): CalendarDate[] {
  const owed = instalments.filter(isInstalmentOwed).flatMap(({ dueOn }) => dueOn ?? [])
  return [...new Set(owed)].filter(
    (dueOn) => paidAlready({ choice: 'next', dueOn, chosenOn: today }, paidOnline) === null,
  )
}

function kindOfDue(
  dueOn: CalendarDate,
  { asOf, firstLoadedOn, reminderDays }: Omit<InstalmentsNow, keyof Instalments>,
  today: CalendarDate,
): 'due_soon' | 'overdue' | null {
  if (dueOn >= today) {
    const since = addDays(dueOn, -reminderDays)
    return since <= today && isAfterFirstLoad(since, firstLoadedOn) ? 'due_soon' : null
  }
  // Figures of the due date, or of a day before, do not have the payments of that day.
  const isKnown = asOf > dueOn && dueOn >= addDays(today, -MAX_OVERDUE_DAYS)
  return isKnown && isAfterFirstLoad(addDays(dueOn, 1), firstLoadedOn) ? 'overdue' : null
}

function isAfterFirstLoad(since: CalendarDate, firstLoadedOn: CalendarDate | null): boolean {
  return firstLoadedOn === null || since > firstLoadedOn
}
