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

// Loaded on demand: neither members nor phones have such a navigation.
const SideNavigation = lazyPart(async () => (await import('./side-navigation.tsx')).SideNavigation)

/** As in staff.module.css. */
const WIDE = `screen and ${from('desktop')}`

// Loaded with the first page of staff, so that Ctrl-K opens it at once.
const StaffSearch = lazyPart(
  async () => (await import('../../staff/search-dialog.tsx')).StaffSearch,
)

/** On a wide screen staff have the navigation at the side of every page (docs/decisions/staff.md). */
export function StaffFrame({ children }: { children: ReactNode }) {
  const user = useStoredUser()
  const menu = useContext(MenuContext)
  const isBeside = Boolean(
    user && !pendingStep(user) && menu.some((item) => item.permission && mayOpen(user, item)),
  )
  const isOpen = useSide(useMedia(WIDE) && isBeside)
  const [isSearching, setSearching] = useState(false)
  const canSearch = Boolean(isBeside && user?.extended && searchableParts(user).length > 0)
  const onSearch = canSearch ? () => setSearching(true) : null
  useSearchKey(onSearch)
  return (
    <OpenSearch value={onSearch}>
      <BesideNavigation value={isOpen}>
        <div className={classes.frame} data-beside={isBeside || undefined}>
          {isOpen && (
            <div className={classes.side} id="side">
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

/** Whether the navigation at the side is open: the burger folds it, and this device remembers that. */
function useSide(hasRoom: boolean): boolean {
  const [isOpen, setOpen] = useContext(SideContext)

  // Before the first paint, in which the burger already says what it does.
  useLayoutEffect(() => {
    if (!hasRoom) return
    setOpen(deviceStorage.get(FOLDED) === null)
    return () => setOpen(null)
  }, [hasRoom, setOpen])

  useEffect(() => {
    if (isOpen === false) deviceStorage.set(FOLDED, '1')
    else if (isOpen) deviceStorage.remove(FOLDED)
  }, [isOpen])

  return hasRoom && isOpen === true
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
