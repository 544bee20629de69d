/** A label and its value; an empty value is shown as a dash. */
export type Pair = [label: string, value: string]

export interface Group {
  /** Empty for the only group of a section. */
  title: string
  pairs: Pair[]
  note?: string
}

/** A chapter of the PDF. */
export interface DataSection {
  title: string
  intro?: string
  groups: Group[]
  /** Stands for the groups when there are none. */
  empty?: string
}
