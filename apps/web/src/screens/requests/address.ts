import { useSearchParams } from 'react-router'

/** The request that is read, beside the page and the filters it was found with. */
export const OPENED = 'solicitud'

/** The same list, with this request opened; closed again with null. */
export function useSearchWith(): (id: number | null) => string {
  const [params] = useSearchParams()
  return (id) => {
    const next = new URLSearchParams(params)
    if (id === null) next.delete(OPENED)
    else next.set(OPENED, String(id))
    return `?${next}`
  }
}
