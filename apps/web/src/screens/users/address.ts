import { useSearchParams } from 'react-router'

/** The query parameter of the user whose file is open. */
export const OPENED = 'usuario'

/** The address of the list with this user's file open, or with none for null. */
export function useSearchWith(): (id: number | null) => string {
  const [params] = useSearchParams()
  return (id) => {
    const next = new URLSearchParams(params)
    if (id === null) next.delete(OPENED)
    else next.set(OPENED, String(id))
    return `?${next}`
  }
}
