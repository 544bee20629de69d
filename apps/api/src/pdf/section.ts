/** One section of a document: formatted texts, null where accounting sent nothing. */
export interface Section {
  title: string
  facts?: Fact[]
  table?: Table
  totals?: Fact[]
}

export interface Fact {
  label: string
  value: string | null
  unit?: 'UF'
}

export interface Table {
  columns: Column[]
  rows: Cell[][]
  /** Said in the place of rows. */
  empty: string
}

export interface Column {
  header: string
  isAmount?: boolean
}

export interface Cell {
  text: string | null
  /** What stands in small beside it. */
  note?: string
  /** Where it leads, http(s). */
  href?: string | null
}
