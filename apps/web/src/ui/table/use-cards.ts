import { useContext } from 'react'
import { BesideNavigation } from '../beside-navigation.ts'
import { below } from '../breakpoints.ts'
import { useMedia } from '../use-media.ts'

// Print uses the table.
const PHONE = `screen and ${below('phone')}`
const MANY_COLUMNS = 6

/** Whether rows are cards: on a phone, on a tablet when the table has many columns, and wherever text is that large. */
export function useCards(
  columns: readonly { header: string; isLong?: boolean | undefined }[],
): boolean {
  const width = columns.length + columns.filter(({ isLong }) => isLong).length
  // With the navigation at the side the page is as wide as on a tablet, with room for six columns.
  const narrow = useContext(BesideNavigation) && width > MANY_COLUMNS ? 'wide' : 'desktop'
  return useMedia(`screen and ${below(width < MANY_COLUMNS ? 'phone' : narrow, textScale())}`)
}

/** How many times the usual size text has. */
function textScale(): number {
  if (typeof document === 'undefined') return 1
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return Math.max(1, size / 16 || 1)
}

export function usePhone(): boolean {
  return useMedia(PHONE)
}
