import { useState } from 'react'

interface IdentifiedRow {
  id: number
}

/** The selected rows by id, across the pages of the list. */
export interface Selected<Row extends IdentifiedRow> {
  rows: ReadonlyMap<number, Row>
  set: (rows: Row[], isSelected: boolean) => void
  clear: () => void
}

/** @param list identifies the list; another one clears the selection. */
export function useSelected<Row extends IdentifiedRow>(list: string): Selected<Row> {
  const [state, setState] = useState({ list, rows: new Map<number, Row>() })
  const rows = state.list === list ? state.rows : new Map<number, Row>()
  return {
    rows,
    set: (changed, isSelected) => {
      const next = new Map(rows)
      for (const row of changed) {
        if (isSelected) next.set(row.id, row)
        else next.delete(row.id)
      }
      setState({ list, rows: next })
    },
    clear: () => setState({ list, rows: new Map() }),
  }
}
