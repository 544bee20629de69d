import type { PgTable } from '../db/table-shape.ts'
import {
  commitments,
  deedTrackings,
  instalments,
  payments,
  saleFindings,
  saleHolders,
  saleProperties,
} from './sales-tables.ts'

/** A row by the columns of `sales-tables.ts`. */
export type SaleRow = Record<string, string | number | null>

/** The sections of a loaded sale, each with the rows of its table below `sales`. */
export type SaleSection =
  | 'holders'
  | 'properties'
  | 'instalments'
  | 'payments'
  | 'commitments'
  | 'deed'
  | 'findings'

export type SaleBody = Record<SaleSection, SaleRow[]> & { sale: SaleRow }

/** The tables below `sales`, each with the section of a loaded sale that fills it. */
export const sections: Record<SaleSection, PgTable> = {
  holders: saleHolders,
  properties: saleProperties,
  instalments,
  payments,
  commitments,
  deed: deedTrackings,
  findings: saleFindings,
}
