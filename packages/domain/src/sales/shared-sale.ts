import type { CalendarDate } from '../dates/dates.ts'

/** As what somebody else reads a holder's sale (docs/decisions/sales.md). */
export const saleAccessKinds = ['co_holder', 'representative'] as const

export type SaleAccessKind = (typeof saleAccessKinds)[number]

/** As what a person reads a sale that somebody else holds. */
export interface SharedSale {
  kind: SaleAccessKind
  /** The last day of the access; null without an end. */
  lastDay: CalendarDate | null
}

/** What a reader sees of the holder: what the account statement prints. */
export const shownToReader: readonly string[] = ['fullName', 'rut', 'legalRepresentative']
