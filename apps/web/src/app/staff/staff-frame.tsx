import { searchableParts } from '@carpeta/domain/access/staff-views'
import { type ReactNode, Suspense, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { lazyPart } from '../../connection/lazy-part.ts'
import { mayOpen } from '../../session/extended.ts'
import { pendingStep } from '../../session/stored-user.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { BesideNavigation } from '../../ui/beside-navigation.ts'
import { from } from '../../ui/breakpoints.ts'
import { deviceStorage } from '../../ui/browser-storage.ts'
import { MenuContext, SideContext } from '../../ui/layout/menu.ts'
import { OpenSearch } from '../../ui/open-search.ts'
import { useMedia } from '../../ui/use-media.ts'
import classes from './staff.module.css'

const loadSide = () => import('./side-navigation.tsx')

// Loaded on demand: members have no such navigation.
const SideNavigation = lazyPart(async () => (await loadSide()).SideNavigation)

/** As in staff.module.css. */
const WIDE = `screen and ${from('desktop')}`
const ROOMY = `screen and ${from('wide')}`

// Loaded with the first page of staff, so that Ctrl-K opens it at once.
const StaffSearch = lazyPart(
  async () => (await import('../../staff/search-dialog.tsx')).StaffSearch,
)

/**
 * On a wide screen staff have the navigation at the side of every page (docs/decisions/staff.md), where it has no room
 * as icons until the burger opens it; on a narrow one the burger opens it above the page.
 */
export function StaffFrame({ children }: { children: ReactNode }) {
  const user = useStoredUser()
  const menu = useContext(MenuContext)
  const isBeside = Boolean(
    user && !pendingStep(user) && menu.some((item) => item.permission && mayOpen(user, item)),
  )
  const isWide = useMedia(WIDE)
  const isOpen = useSide(isBeside, isWide)
  const isRail = isBeside && isWide && isOpen === false
  const [isSearching, setSearching] = useState(false)
  const canSearch = Boolean(isBeside && user?.extended && searchableParts(user).length > 0)
  const onSearch = canSearch ? () => setSearching(true) : null
  useSearchKey(onSearch)
  return (
    <OpenSearch value={onSearch}>
      <BesideNavigation value={isBeside && isWide}>
        <div className={classes.frame} data-beside={isBeside || undefined}>
          {isBeside && (isOpen || isRail) && (
            <div className={classes.side} id="side" data-rail={isRail || undefined}>
              <Suspense>
                <SideNavigation />
              </Suspense>
            </div>
          )}
          <div className={classes.page}>{children}</div>
        </div>
        <Suspense>
          {canSearch && <StaffSearch isOpen={isSearching} onClose={() => setSearching(false)} />}
        </Suspense>
      </BesideNavigation>
    </OpenSearch>
  )
}

const FOLDED = 'side_folded'

/**
 * Whether the navigation is open in full; null until it is known. The burger folds it at the side, and this device
 * remembers that for windows with room for all of it.
 */
function useSide(isStaff: boolean, isWide: boolean): boolean | null {
  const [isOpen, setOpen] = useContext(SideContext)
  const isRoomy = useMedia(ROOMY)

  // Before the first paint, in which the burger already says what it does.
  useLayoutEffect(() => {
    if (!isStaff) return
    // It opens without a connection too.
    loadSide().catch(() => {})
    setOpen(isWide && isRoomy && deviceStorage.get(FOLDED) === null)
    return () => setOpen(null)
  }, [isStaff, isWide, isRoomy, setOpen])

  useEffect(() => {
    if (!isRoomy) return
    if (isOpen === false) deviceStorage.set(FOLDED, '1')
    else if (isOpen) deviceStorage.remove(FOLDED)
  }, [isOpen, isRoomy])

  return isOpen
}

/** Ctrl-K, or ⌘-K, anywhere: with the modifier it is no text. */
function useSearchKey(onSearch: (() => void) | null) {
  useEffect(() => {
    if (!onSearch) return
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey) return
      event.preventDefault()
      // A result leaves the page, and with it what is typed in a dialog.
      if (!document.querySelector('[role="dialog"]')) onSearch?.()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onSearch])
}
