import { useSyncExternalStore } from 'react'

// Paper is never narrow.
const PHONE = 'screen and (max-width: 639.98px)'
const TABLET = 'screen and (max-width: 959.98px)'
const MANY_COLUMNS = 6

/** Whether rows are cards: on a phone, and on a tablet where a table has more than it has room for. */
export function useCards(columns: readonly { isLong?: boolean | undefined }[]): boolean {
  const width = columns.length + columns.filter(({ isLong }) => isLong).length
  return useMedia(width < MANY_COLUMNS ? PHONE : TABLET)
}

export function usePhone(): boolean {
  return useMedia(PHONE)
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}
