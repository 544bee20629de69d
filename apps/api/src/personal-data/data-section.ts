/** A label and what stands beside it; '' is shown as a dash. */
export type Pair = [label: string, value: string]

export interface Group {
  /** '' for the only one of its section. */
  title: string
  pairs: Pair[]
  note?: string
}

/** The paper's chapters, each with what it says where there is nothing. */
export interface DataSection {
  title: string
  intro?: string
  groups: Group[]
  empty?: string
}
