import type { CalendarDate } from '../dates/dates.ts'
import type { Pesos, Uf } from '../money/money.ts'
import type { RequestState } from '../requests/request-states.ts'

/**
 * A sale as the cooperative's accounting knows it, in our words. `@carpeta/contract/read-sale`
 * turns the accounting system's Spanish document (spec §3) into this once; nothing further in
 * knows its names, its empty dates or its numbers written as text.
 *
 * Amounts are exact decimal text. `null` means that accounting sent nothing.
 */
export interface Sale {
  code: string
  project: string
  condominium: string
  advisor: string
  /** `precio_venta`. */
  price: Uf | null
  /** `fecha_aprob_semi`: until it is set the member sees no card. */
  approvedOn: CalendarDate | null
  /** `fecha_real`: once it is set the sale can no longer be selected. */
  completedOn: CalendarDate | null
  /** `cliente_nombre_completo`. */
  buyerFullName: string
  legalRepresentative: string
  holder: Holder
  /** Only when accounting names one. */
  coHolder: Holder | null
  /** The properties that have a type, a lot or a model: one to five, the main one first. */
  properties: Property[]
  /** `compromiso.Reserva`. */
  reservation: ReservationCommitment | null
  /** `compromiso["Cuotas mensuales"]`. */
  instalmentPlan: InstalmentPlan | null
  /** `compromiso.resumen.deuda`. */
  reservationDebt: Uf | null
  /** `compromiso.contado_preliminar.compromiso`. */
  cashCommitment: Uf | null
  /** `compromiso.credito_hipotecario_preliminar.compromiso`. */
  mortgageCommitment: Uf | null
  instalments: Instalment[]
  payments: Payment[]
  deed: DeedTracking | null
  requests: RequestSummary[]
  /** Cut-off instant of the load that this copy comes from, ISO 8601 (`actualizado_al`). */
  asOf: string | null
  /** The server's word that the cut-off is too many business days old (`business-days.ts`). */
  isOutdated: boolean
}

export interface Holder {
  fullName: string
  /** `cliente_nombres`: the given names; what the client bar greets with. */
  givenNames: string
  rut: string
  city: string
  commune: string
  address: string
  profession: string
  maritalStatus: string
  employer: string
  phone: string
  email: string
  /** `renta`, `renta_variable` (honorarios), `renta_arriendo`, `renta_promedio`. */
  income: Pesos | null
  feeIncome: Pesos | null
  rentalIncome: Pesos | null
  averageIncome: Pesos | null
}

export interface Property {
  type: string
  lot: string
  model: string
}

export interface Commitment {
  amount: Uf | null
  amountInPesos: Pesos | null
  /** A fraction: 0.05 is 5 %. Decimal text. */
  share: string | null
  documentType: string
}

export interface ReservationCommitment extends Commitment {
  /** `fecha_ultimo_pago`. */
  lastPaidOn: CalendarDate | null
}

export interface InstalmentPlan extends Commitment {
  paid: Uf | null
  /** A fraction, decimal text. */
  paidShare: string | null
  pendingInstalments: number | null
}

export interface Instalment {
  dueOn: CalendarDate | null
  amount: Uf | null
  balance: Uf | null
  /** The accounting system's own word (`estado`). */
  state: string
}

export interface Payment {
  key: string
  amount: Uf | null
  depositedOn: CalendarDate | null
  documentType: string
  /** An http(s) address, or null: anything else is never shown as a link. */
  receiptUrl: string | null
}

/** The deed's tracking record; one date per step, in the order of spec §2. */
export interface DeedTracking {
  lender: string
  draftedOn: CalendarDate | null
  buyerSignedOn: CalendarDate | null
  sellerSignedOn: CalendarDate | null
  releasingBankSignedOn: CalendarDate | null
  enteredLenderOn: CalendarDate | null
  lenderSignedOn: CalendarDate | null
  closedOn: CalendarDate | null
  enteredRegistryOn: CalendarDate | null
  leftRegistryOn: CalendarDate | null
}

export interface RequestSummary {
  key: string
  procedureTitle: string
  sentOn: CalendarDate | null
  /** Null where the server names none. */
  state: RequestState | null
  answer: string
  closedOn: CalendarDate | null
}
