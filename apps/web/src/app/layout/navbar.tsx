import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { companyLabel } from '../../environment/company-label.ts'
import { useEnvironment } from '../../environment/use-environment.ts'
import { logOut } from '../../session/end-session.ts'
import { mayOpen } from '../../session/extended.ts'
import { pendingStep } from '../../session/stored-user.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Logo } from '../../ui/icons/logo.tsx'
import type { MenuItem } from '../../ui/layout/menu.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import classes from './navbar.module.css'

export function Navbar({ menu }: { menu: MenuItem[] }) {
  const environment = useEnvironment()
  const isReady = useHydrated()
  const [opened, setOpened] = useState(false)
  const burger = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!opened) return
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      setOpened(false)
      burger.current?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [opened])

  return (
    <header className={classes.bar}>
      <div className={classes.inner}>
        <HomeLink className={classes.home} to={environment?.link_home}>
          <Logo />
          <span>{companyLabel(environment)}</span>
        </HomeLink>
        <button
          ref={burger}
          type="button"
          className={classes.burger}
          disabled={!isReady}
          onClick={() => setOpened(!opened)}
          aria-label={opened ? 'Cerrar menú' : 'Abrir menú'}
          aria-expanded={opened}
          aria-controls="menu"
        />
      </div>
      <nav id="menu" className={classes.menu} aria-label="Menú principal" hidden={!opened}>
        {opened && <Menu items={menu} onLeave={() => setOpened(false)} />}
      </nav>
    </header>
  )
}

interface MenuProps {
  items: MenuItem[]
  /** Called after a navigation. */
  onLeave: () => void
}

function Menu({ items, onLeave }: MenuProps) {
  const user = useStoredUser()
  const location = useLocation()
  const openedAt = useRef(location)

  useEffect(() => {
    if (location !== openedAt.current) onLeave()
  }, [location, onLeave])

  const shown = items.filter((item) =>
    user
      ? item.access === 'protected' && mayOpen(user, item) && !pendingStep(user)
      : item.access === 'public',
  )
  return (
    <ul className={classes.items}>
      {shown.map((item) => (
        <li key={item.path}>
          <NavLink className={classes.item} to={item.path}>
            {item.label}
          </NavLink>
        </li>
      ))}
      {user && (
        <li>
          <button type="button" className={classes.item} onClick={() => void logOut()}>
            Cerrar sesión
          </button>
        </li>
      )}
    </ul>
  )
}

interface Props {
  /** The configured home link: a path of the portal or the cooperative's own site. */
  to?: string | undefined
  className?: string | undefined
  children: ReactNode
}

export function HomeLink({ to = '/', className, children }: Props) {
  const isOurs = to.startsWith('/') && !to.startsWith('//')
  if (isOurs) {
    return (
      <Link className={className} to={to}>
        {children}
      </Link>
    )
  }
  return (
    <a className={className} href={/^https?:\/\//i.test(to) ? to : '/'}>
      {children}
    </a>
  )
}
