import { useSearchParams } from 'react-router'

/** The query parameter of the open request. */
export const OPENED = 'solicitud'

/** The query parameter of a request that is filed for a member: the member's id, or '' until one is chosen. */
export const FILING = 'ingresar'

/** The address of the list with this request open, or with none for null. */
export function useSearchWith(): (id: number | null) => string {
  const [params] = useSearchParams()
  return (id) => {
    const next = new URLSearchParams(params)
    if (id === null) next.delete(OPENED)
    else next.set(OPENED, String(id))
    return `?${next}`
  }
}
