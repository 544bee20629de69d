import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { watchTyping } from '../../session/failures/typed-text.ts'
import { MenuContext, type MenuItem } from '../../ui/layout/menu.ts'
import { Footer } from './footer.tsx'
import classes from './layout.module.css'
import { Navbar } from './navbar.tsx'

// The same on every page: React does not render it again.
const footer = <Footer />

/**
 * Navigation, content and footer. Inside a frame only the content is visible (layout.module.css).
 */
export function Layout({ menu }: { menu: MenuItem[] }) {
  return (
    <>
      <a className={classes.skip} href="#contenido">
        Saltar al contenido
      </a>
      <div className={classes.shell}>
        <Navbar menu={menu} />
      </div>
      <PageWatch />
      <div className={classes.content}>
        <MenuContext value={menu}>
          <Suspense>
            <Outlet />
          </Suspense>
        </MenuContext>
      </div>
      <div className={classes.shell}>{footer}</div>
      <NewPage />
    </>
  )
}

const PAGE_WATCH_RETRY_MS = 5000

/** Loaded after the first paint; the page works without it until it can be fetched. */
function PageWatch() {
  const [Watch, setWatch] = useState<ComponentType>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = () =>
      void import('../page-watch/page-watch.tsx').then(
        ({ PageWatch }) => setWatch(() => PageWatch),
        // Not at the `online` event: a request may still fail when it is dispatched.
        () => {
          timer = setTimeout(load, PAGE_WATCH_RETRY_MS)
        },
      )
    load()
    return () => clearTimeout(timer)
  }, [])
  return Watch ? <Watch /> : null
}

/** On its own: a navigation does not render the layout again (docs/decisions/0079). */
function NewPage() {
  useTopOfNewPage()
  useTypingOfEachPage()
  return null
}

/** After a navigation without a hash, scrolls to the top and focuses the content. */
function useTopOfNewPage() {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (hash) return
    window.scrollTo(0, 0)
    document.getElementById('contenido')?.focus({ preventScroll: true })
  }, [pathname, hash])
}

/** From the first moment on: what is typed before `PageWatch` is loaded counts too. */
function useTypingOfEachPage() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each page anew.
  useEffect(watchTyping, [pathname])
}
