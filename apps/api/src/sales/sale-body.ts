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
