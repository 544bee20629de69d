import { useContext } from 'react'
import { BesideNavigation } from '../beside-navigation.ts'
import { below } from '../breakpoints.ts'
import { useMedia } from '../use-media.ts'

// Print uses the table.
const PHONE = `screen and ${below('phone')}`
const TABLET = `screen and ${below('desktop')}`
// With the navigation at the side the page is as wide as on a tablet.
const BESIDE = `screen and ${below('wide')}`
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
