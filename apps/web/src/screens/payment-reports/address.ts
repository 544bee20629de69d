import { useSearchParams } from 'react-router'

/** The query parameter of the open report. */
export const OPENED = 'informe'

/** The address of the list with this report open, or with none for null. */
export function useSearchWith(): (id: number | null) => string {
  const [params] = useSearchParams()
  return (id) => {
    const next = new URLSearchParams(params)
    if (id === null) next.delete(OPENED)
    else next.set(OPENED, String(id))
    return `?${next}`
  }
}
