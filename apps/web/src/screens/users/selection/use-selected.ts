import { useState } from 'react'

/** The selected users, across the pages of the list. */
export interface Selected {
  ids: ReadonlySet<number>
  set: (ids: number[], isSelected: boolean) => void
  clear: () => void
}

const none: ReadonlySet<number> = new Set()

/** @param list identifies the list; another one clears the selection. */
export function useSelected(list: string): Selected {
  const [state, setState] = useState({ list, ids: none })
  const ids = state.list === list ? state.ids : none
  return {
    ids,
    set: (changed, isSelected) => {
      const next = new Set(ids)
      for (const id of changed) {
        if (isSelected) next.add(id)
        else next.delete(id)
      }
      setState({ list, ids: next })
    },
    clear: () => setState({ list, ids: none }),
  }
}
