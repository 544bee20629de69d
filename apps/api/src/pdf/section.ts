/** One section of a document, with formatted texts; null for a missing value. */
export interface Section {
  title: string
  facts?: Fact[]
  table?: Table
  totals?: Fact[]
}

export interface Fact {
  label: string
  value: string | null
  /** A number, also in percent. */
  isAmount?: boolean
  unit?: 'UF'
  /** The amount in pesos of the day. */
  equivalent?: Equivalent
}

/** Formatted texts. */
interface Equivalent {
  /** The whole sentence. */
  text: string
  pesos: string
  /** The pesos of one UF, and their day. */
  rate: string
  day: string
}

export interface Table {
  columns: Column[]
  rows: Cell[][]
  /** The text without rows. */
  empty: string
}

export interface Column {
  header: string
  isAmount?: boolean
}

export interface Cell {
  text: string | null
  /** A note in small print. */
  note?: string
  /** An http(s) link. */
  href?: string | null
}
