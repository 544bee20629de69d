import { useSearchParams } from 'react-router'

/** The query parameter of the open announcement. */
export const OPENED = 'aviso'

/** The address of the list with this announcement open, or with none for null. */
export function useSearchWith(): (id: number | null) => string {
  const [params] = useSearchParams()
  return (id) => {
    const next = new URLSearchParams(params)
    if (id === null) next.delete(OPENED)
    else next.set(OPENED, String(id))
    return `?${next}`
  }
}
