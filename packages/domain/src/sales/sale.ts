import type { CalendarDate } from '../dates/dates.ts'
import type { Uf, UfValue } from '../money/money.ts'
import type { RequestState } from '../requests/request-states.ts'
import type { FindingCode } from './doubtful-figures.ts'
import type {
  commitmentEntries,
  deedFields,
  holderFields,
  instalmentFields,
  paymentFields,
  propertyFields,
  saleFields,
  ValuesOf,
} from './sale-fields.ts'
import type { SharedSale } from './shared-sale.ts'

/**
 * A sale as accounting reports it. `packages/contract/src/sales/read-sale.ts` converts the wire's names,
 * empty dates and numbers as text, so that no rule deals with them.
 */
export interface Sale extends ValuesOf<typeof saleFields> {
  code: string
  holder: Holder
  /** Null when accounting names none. */
  coHolder: Holder | null
  /** Up to five, those with a type, a lot or a model; the main one first. */
  properties: Property[]
  /** The one of the card, empty when accounting sent nothing of it. */
  mainProperty: Property
  reservation: ReservationCommitment | null
  instalmentPlan: InstalmentPlan | null
  /** `compromiso.resumen.deuda`. */
  reservationDebt: Uf | null
  cashCommitment: Uf | null
  mortgageCommitment: Uf | null
  instalments: Instalment[]
  payments: Payment[]
  deed: DeedTracking | null
  requests: RequestSummary[]
  /** The procedure with which the holder asks something about the sale; null while none is offered (`consulta`). */
  questionProcedureId: number | null
  /** Cut-off of the import that this copy comes from, ISO 8601 (`actualizado_al`). */
  asOf: string | null
  /** The server's answer on the age of the cut-off (`business-days.ts`). */
  isOutdated: boolean
  /** Null when today has no published value: then no amount is shown in pesos (`uf_del_dia`). */
  ufOfToday: UfValue | null
  /** Of the days of `payments`, where it is known (`uf_de_los_pagos`). */
  ufOfPayments: UfValue[]
  /** What the checks of the import found (`por_confirmar`); the figures concerned are not certain. */
  doubtful: FindingCode[]
  /** Set when somebody else holds the sale: the member only reads it (`compartida`). */
  shared: SharedSale | null
}

type Entries = typeof commitmentEntries

export type Holder = ValuesOf<typeof holderFields>
export type Property = ValuesOf<typeof propertyFields>
type ReservationCommitment = ValuesOf<Entries['reservation']['fields']>
export type InstalmentPlan = ValuesOf<Entries['instalments']['fields']>
export type Commitment = ReservationCommitment | InstalmentPlan
export type Instalment = ValuesOf<typeof instalmentFields>
export type Payment = ValuesOf<typeof paymentFields>
export type DeedTracking = ValuesOf<typeof deedFields>

export interface RequestSummary {
  key: string
  procedureTitle: string
  sentOn: CalendarDate | null
  /** Null for an unknown label. */
  state: RequestState | null
  /** The number of the request that it was merged into, or ''. */
  mergedInto: string
  answer: string
  closedOn: CalendarDate | null
  /** By when the cooperative answers an open request. */
  answerBy: CalendarDate | null
  /** The first line of what the cooperative asked; '' unless it waits for the member. */
  question: string
  askedOn: CalendarDate | null
  /** What a screen began it about (`requests/questions.ts`), or ''. */
  about: string
}
