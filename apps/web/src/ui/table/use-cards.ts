import { useContext } from 'react'
import { BesideNavigation } from '../beside-navigation.ts'
import { useMedia } from '../use-media.ts'

// Print uses the table.
const PHONE = 'screen and (max-width: 639.98px)'
const TABLET = 'screen and (max-width: 959.98px)'
// With the navigation at the side the page is as wide as on a tablet.
const BESIDE = 'screen and (max-width: 1199.98px)'
const MANY_COLUMNS = 6

/** Whether rows are cards: on a phone, and on a tablet when the table has many columns. */
export function useCards(columns: readonly { isLong?: boolean | undefined }[]): boolean {
  const width = columns.length + columns.filter(({ isLong }) => isLong).length
  const narrow = useContext(BesideNavigation) ? BESIDE : TABLET
  return useMedia(width < MANY_COLUMNS ? PHONE : narrow)
}

export function usePhone(): boolean {
  return useMedia(PHONE)
}
