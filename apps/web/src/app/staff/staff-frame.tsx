import { searchableParts } from '@carpeta/domain/access/staff-views'
import { type ReactNode, useCallback, useContext, useState } from 'react'
import { useLocation } from 'react-router'
import { mayOpen } from '../../session/extended.ts'
import { pendingStep } from '../../session/pending-step.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { deferredPart } from '../../ui/deferred-part.tsx'
import { MenuContext } from '../../ui/layout/menu.ts'
import { BesideNavigation } from '../../ui/navigation/beside-navigation.ts'
import { OpenSearch } from '../../ui/navigation/open-search.ts'
import { useMedia } from '../../ui/use-media.ts'
import classes from './staff-frame.module.css'
import { useSearchKey } from './use-search-key.ts'

// Loaded on demand: neither members nor phones have such a navigation.
const SideNavigation = deferredPart(
  async () => (await import('./side-navigation.tsx')).SideNavigation,
  null,
)

// The same element on every page: React does not render it again.
const sideNavigation = <SideNavigation />

/** As in staff-frame.module.css. */
const WIDE = 'screen and (min-width: 1024px)'

const SearchDialog = deferredPart<{ onClose: () => void }>(
  async () => (await import('./search-dialog.tsx')).SearchDialog,
  null,
)

/** On a wide screen staff have the navigation at the side of every page (docs/decisions/0046). */
export function StaffFrame({ children }: { children: ReactNode }) {
  const user = useStoredUser()
  const isStaffPage = useIsStaffPage()
  const menu = useContext(MenuContext)
  // The prerendered page does not know the user, but whom the page is for.
  const isBeside =
    user === undefined
      ? isStaffPage
      : user !== null &&
        !pendingStep(user) &&
        menu.some((item) => item.permission && mayOpen(user, item))
  const isWide = useMedia(WIDE)
  const [isSearching, setSearching] = useState(false)
  const openSearch = useCallback(() => setSearching(true), [])
  const canSearch = Boolean(isBeside && user?.extended && searchableParts(user).length > 0)
  const onSearch = canSearch ? openSearch : null
  useSearchKey(onSearch)
  return (
    <OpenSearch value={onSearch}>
      <BesideNavigation value={isBeside}>
        <div className={classes.frame} data-beside={isBeside || undefined}>
          {isBeside && <div className={classes.side}>{user && isWide && sideNavigation}</div>}
          <div className={classes.page}>{children}</div>
        </div>
        {isSearching && canSearch && <SearchDialog onClose={() => setSearching(false)} />}
      </BesideNavigation>
    </OpenSearch>
  )
}

function useIsStaffPage(): boolean {
  const { pathname } = useLocation()
  const page = useContext(MenuContext).find(({ path }) => path === pathname)
  return page?.permission !== undefined
}
