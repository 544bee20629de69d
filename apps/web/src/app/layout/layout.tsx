import type { Environment } from '@carpeta/contract/environments'
import { openingHours } from '@carpeta/domain/dates/opening-hours'
import { legalNotice } from '@carpeta/domain/sales/legal-notice'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Link, type Location, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { reportConnection } from '../../connection/connection.ts'
import { useConnectionIsLost } from '../../connection/use-connection-is-lost.ts'
import { companyLabel } from '../../environment/company-label.ts'
import { useEnvironment } from '../../environment/use-environment.ts'
import { stopOffline } from '../../offline/offline-device.ts'
import { beforeLogout } from '../../session/before-logout.ts'
import { probeConnection } from '../../session/calls.ts'
import { logOut } from '../../session/end-session.ts'
import { mayOpen } from '../../session/extended.ts'
import { NoConnection } from '../../session/failures/no-connection.tsx'
import { hasTyped, watchTyping } from '../../session/failures/typed-text.ts'
import { pendingStep } from '../../session/stored-user.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { EmailLink } from '../../ui/display/email-link.tsx'
import { MailIcon, PhoneIcon, PinIcon } from '../../ui/icons/login-icons.tsx'
import { Logo } from '../../ui/icons/logo.tsx'
import { MenuContext, type MenuItem, SideContext, SlotContext } from '../../ui/layout/menu.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import classes from './layout.module.css'

/**
 * Navigation, content and footer. Inside a frame only the content is visible (layout.module.css).
 */
export function Layout({ menu }: { menu: MenuItem[] }) {
  return (
    <SideContext value={useState<boolean | null>(null)}>
      <SlotContext value={useState<HTMLElement | null>(null)}>
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
      </SlotContext>
    </SideContext>
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

/** A page that was opened by its address has no key of its own. The tab stores the keys, and no secret of a link. */
function scrollKey({ key, pathname, search }: Location): string {
  if (key !== 'default') return key
  return /[?&](token|code)=/.test(search) ? pathname : pathname + search
}

/** On every page: tells a lost connection and, to screen readers, a new title; ends offline use at a logout. */
function PageWatch() {
  // 'Cerrar sesión' is on every page.
  useEffect(() => beforeLogout(() => stopOffline()), [])
  return (
    <>
      <NewTitle />
      <ConnectionBar />
    </>
  )
}

/** The title of the document once it has changed, for screen readers. */
function NewTitle() {
  const location = useLocation()
  const shown = useRef<string>(undefined)
  const [title, setTitle] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the title changes with the address.
  useEffect(() => {
    const before = shown.current
    shown.current = document.title
    if (before !== undefined && before !== document.title) setTitle(document.title)
  }, [location])

  return (
    <p className={classes.announcer} role="status">
      {title}
    </p>
  )
}

const PROBE_MS = 5000
const RESTORED_MS = 5000

/** Says above every page that the connection is lost, and watches for it to come back. */
export function ConnectionBar() {
  const isLost = useConnectionIsLost()
  const isRestored = useRestored(isLost)
  useEffect(watchNetwork, [])
  useEffect(() => (isLost ? untilReconnected() : undefined), [isLost])
  return (
    <div className={classes.connection}>
      {(isLost || isRestored) && <NoConnection place="page" />}
    </div>
  )
}

function watchNetwork(): () => void {
  const onOffline = () => reportConnection(true)
  // It may have been lost before this was loaded.
  if (!navigator.onLine) onOffline()
  window.addEventListener('offline', onOffline)
  return () => window.removeEventListener('offline', onOffline)
}

function untilReconnected(): () => void {
  const probe = () => void probeConnection()
  const timer = setInterval(probe, PROBE_MS)
  const keepTyped = (event: BeforeUnloadEvent) => hasTyped() && event.preventDefault()
  window.addEventListener('online', probe)
  window.addEventListener('beforeunload', keepTyped)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', probe)
    window.removeEventListener('beforeunload', keepTyped)
  }
}

/** True for a moment after the connection came back. */
function useRestored(isLost: boolean): boolean {
  const [wasLost, setWasLost] = useState(isLost)
  if (isLost && !wasLost) setWasLost(true)

  useEffect(() => {
    if (isLost || !wasLost) return
    const timer = setTimeout(() => setWasLost(false), RESTORED_MS)
    return () => clearTimeout(timer)
  }, [isLost, wasLost])

  return wasLost && !isLost
}

/** Staff have it on every page of their day: for them it is a line that opens. */
export function Footer() {
  const user = useStoredUser()
  const isStaff = user && !user.profile?.is_client
  return (
    <footer className={classes.footer}>
      {isStaff ? (
        <details>
          <summary>Aviso legal, contacto y horario</summary>
          <Notice />
        </details>
      ) : (
        <Notice />
      )}
    </footer>
  )
}

function Notice() {
  const contact = useEnvironment()
  return (
    <div className={classes.footerInner}>
      <section className={classes.legal}>
        <h2>Aviso legal</h2>
        <p>{legalNotice}</p>
        <p>
          <a href="/privacy">Privacidad</a>
        </p>
        <p className={classes.company}>{contact?.company}</p>
      </section>
      <Contact contact={contact} />
      <section>
        <h2>Horario de atención</h2>
        <ul className={classes.lines}>
          {openingHours().map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** Left out where the host table has no contact data; its lines keep their place until that is known. */
function Contact({ contact }: { contact: Environment | undefined }) {
  const { contact_email, contact_phone, office_address } = contact ?? {}
  if (contact && !contact_email && !contact_phone && !office_address) return null
  return (
    <section>
      <h2>Contacto</h2>
      <ul className={classes.lines}>
        <Line icon={<MailIcon size={18} />} text={contact_email}>
          {(email) => <EmailLink email={email} />}
        </Line>
        <Line icon={<PhoneIcon size={18} />} text={contact_phone}>
          {(phone) => <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
        </Line>
        <Line icon={<PinIcon size={18} />} text={office_address}>
          {(address) => address}
        </Line>
      </ul>
    </section>
  )
}

interface LineProps {
  icon: ReactNode
  /** Undefined until it is known, and then empty where the host table does not say it. */
  text: string | undefined
  children: (text: string) => ReactNode
}

function Line({ icon, text, children }: LineProps) {
  if (text === '') return null
  return (
    <li className={classes.line}>
      {icon}
      <span>{text && children(text)}</span>
    </li>
  )
}

export function Navbar({ menu }: { menu: MenuItem[] }) {
  const environment = useEnvironment()
  const isReady = useHydrated()
  const [opened, setOpened] = useState(false)
  const [side, setSide] = useContext(SideContext)
  const isOpen = side ?? opened
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
    <header className={classes.navbar}>
      <div className={classes.navbarInner}>
        <HomeLink className={classes.home} to={environment?.link_home}>
          <Logo />
          <span>{companyLabel(environment)}</span>
        </HomeLink>
        <button
          ref={burger}
          type="button"
          className={classes.burger}
          disabled={!isReady}
          onClick={() => (side === null ? setOpened(!opened) : setSide(!side))}
          aria-label={isOpen ? 'Cerrar menú' : 'Abrir menú'}
          aria-expanded={isOpen}
          aria-controls={side === null ? 'menu' : 'side'}
        />
      </div>
      <nav
        id="menu"
        className={classes.menu}
        aria-label="Menú principal"
        hidden={side !== null || !opened}
      >
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
  const [, setSlot] = useContext(SlotContext)
  const location = useLocation()
  const openedAt = useRef(location)

  useEffect(() => {
    if (location !== openedAt.current) onLeave()
  }, [location, onLeave])

  const shown = items.filter((item) =>
    user ? !item.isPublic && mayOpen(user, item) && !pendingStep(user) : item.isPublic,
  )
  return (
    <ul className={classes.items}>
      {shown.map((item) => (
        <li key={item.path}>
          <NavLink className={classes.item} to={item.path}>
            {item.label}
          </NavLink>
          {item.path === '/dashboard' && <div ref={setSlot} className={classes.slot} />}
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
