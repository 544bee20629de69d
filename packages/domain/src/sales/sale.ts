import type { CalendarDate } from '../dates/dates.ts'
import type { Uf } from '../money/money.ts'
import type { RequestState } from '../requests/request-states.ts'
import type {
  commitmentEntries,
  deedFields,
  holderFields,
  instalmentFields,
  paymentFields,
  propertyFields,
  saleFields,
  ValuesOf,
} from '../sale-fields.ts'

/**
 * A sale as the cooperative's accounting knows it. `@carpeta/contract/read-sale` turns the document
 * of the wire into this; the rules know nothing of its names, its empty dates or its numbers written
 * as text.
 */
export interface Sale extends ValuesOf<typeof saleFields> {
  code: string
  holder: Holder
  /** Only when accounting names one. */
  coHolder: Holder | null
  /** The properties that have a type, a lot or a model: one to five, the main one first. */
  properties: Property[]
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
  /** Cut-off instant of the load that this copy comes from, ISO 8601 (`actualizado_al`). */
  asOf: string | null
  /** Whether the server found the cut-off too many business days old (`business-days.ts`). */
  isOutdated: boolean
}

type Entries = typeof commitmentEntries

export type Holder = ValuesOf<typeof holderFields>
export type Property = ValuesOf<typeof propertyFields>
export type ReservationCommitment = ValuesOf<Entries['reservation']['fields']>
export type InstalmentPlan = ValuesOf<Entries['instalments']['fields']>
/** What the reservation and the instalment plan have in common. */
export type Commitment = ReservationCommitment | InstalmentPlan
export type Instalment = ValuesOf<typeof instalmentFields>
export type Payment = ValuesOf<typeof paymentFields>
export type DeedTracking = ValuesOf<typeof deedFields>

export interface RequestSummary {
  key: string
  procedureTitle: string
  sentOn: CalendarDate | null
  /** Null where the server names none. */
  state: RequestState | null
  answer: string
  closedOn: CalendarDate | null
}
