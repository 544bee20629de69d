import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { MenuContext, type MenuItem } from '../../ui/layout/menu.ts'
import { Footer } from './footer.tsx'
import classes from './layout.module.css'
import { Navbar } from './navbar.tsx'

/**
 * Navigation, content and footer. Inside a frame only the content is visible (layout.module.css).
 */
export function Layout({ menu }: { menu: MenuItem[] }) {
  useTopOfNewPage()
  return (
    <>
      <p className={classes.announcer} role="status">
        {useNewTitle()}
      </p>
      <a className={classes.skip} href="#contenido">
        Saltar al contenido
      </a>
      <div className={classes.shell}>
        <Navbar menu={menu} />
      </div>
      <LaterConnectionBar />
      <div className={classes.content}>
        <MenuContext value={menu}>
          <Suspense>
            <Outlet />
          </Suspense>
        </MenuContext>
      </div>
      <div className={classes.shell}>
        <Footer />
      </div>
    </>
  )
}

/** Loaded after the first paint, while there is a connection. */
function LaterConnectionBar() {
  const [Bar, setBar] = useState<ComponentType>()
  useEffect(() => {
    import('./connection-bar.tsx').then(
      ({ ConnectionBar }) => setBar(() => ConnectionBar),
      () => {
        // The screens still say why they have no data.
      },
    )
  }, [])
  return Bar ? <Bar /> : null
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

/** The title of the document once it has changed, for screen readers. */
function useNewTitle(): string {
  const location = useLocation()
  const shown = useRef('')
  const [title, setTitle] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the title changes with the address.
  useEffect(() => {
    if (shown.current && shown.current !== document.title) setTitle(document.title)
    shown.current = document.title
  }, [location])

  return title
}
