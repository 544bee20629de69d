import { useEffect, useRef } from 'react'
import { type Location, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { watchTyping } from '../../session/failures/typed-text.ts'
import { MenuContext, type MenuItem } from '../../ui/layout/menu.ts'
import { PageWatch } from '../page-watch/page-watch.tsx'
import { Footer } from './footer.tsx'
import classes from './layout.module.css'
import { Navbar } from './navbar.tsx'

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
          <Outlet />
        </MenuContext>
      </div>
      <div className={classes.shell}>
        <Footer />
      </div>
      <NewPage />
    </>
  )
}

/** Beside the layout, which a navigation does not change. */
function NewPage() {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const content = document.getElementById('contenido')
    if (!hash && !content?.contains(document.activeElement)) content?.focus({ preventScroll: true })
  }, [pathname, hash])

  // biome-ignore lint/correctness/useExhaustiveDependencies: on each page anew.
  useEffect(watchTyping, [pathname])

  return <ScrollRestoration getKey={scrollKey} />
}

/** A page that was opened by its address has no key of its own. */
function scrollKey({ key, pathname, search }: Location): string {
  return key === 'default' ? pathname + search : key
}
