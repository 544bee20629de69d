import { Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { MenuContext, type MenuItem } from '../../ui/layout/menu.ts'
import { Footer } from './footer.tsx'
import classes from './layout.module.css'
import { Navbar } from './navbar.tsx'

/** Navigation, content and footer; in a frame only the content (see layout.module.css, spec §1). */
export function Layout({ menu }: { menu: MenuItem[] }) {
  useTopOfNewPage()
  return (
    <>
      <a className={classes.skip} href="#contenido">
        Saltar al contenido
      </a>
      <div className={classes.shell}>
        <Navbar menu={menu} />
      </div>
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

/** A change of page starts at its top, or where its `#` says, for the eye and the screen reader. */
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
