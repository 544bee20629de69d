import { useLocation } from 'react-router'

/** The address of a row below its list, or of the list for null: with its filters, order and page. */
export function useRowPath(
  list: string,
): (id: number | null) => { pathname: string; search: string } {
  const { search } = useLocation()
  return (id) => ({ pathname: id === null ? list : `${list}/${id}`, search })
}

/** The number in the path of a detail; one that is none means nothing. */
export function isRowId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0
}
