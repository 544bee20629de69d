// The catalogue and its calendar share one page; going back keeps the list's state.

export const VIEW = 'vista'
export const HOLIDAYS = 'feriados'
export const YEAR = 'ano'

export function searchOfHolidays(params: URLSearchParams): string {
  const next = new URLSearchParams(params)
  next.set(VIEW, HOLIDAYS)
  return `?${next}`
}

export function searchOfCatalogue(params: URLSearchParams): string {
  const next = new URLSearchParams(params)
  next.delete(VIEW)
  next.delete(YEAR)
  return `?${next}`
}
