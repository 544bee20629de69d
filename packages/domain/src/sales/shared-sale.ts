import type { CalendarDate } from '../dates/dates.ts'
import type { SaleAccessKind } from './sale-access-rules.ts'

/** As what a person reads a sale that somebody else holds. */
export interface SharedSale {
  kind: SaleAccessKind
  /** The last day of the access; null without an end. */
  lastDay: CalendarDate | null
}

/** What a reader sees of the holder: what the account statement prints. */
export const shownToReader: readonly string[] = ['fullName', 'rut', 'legalRepresentative']
