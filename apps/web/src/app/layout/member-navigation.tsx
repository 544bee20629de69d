import type { SignedInUser } from '@carpeta/contract/auth'
import { isOwn, isSelectable } from '@carpeta/domain/sales/sale-rules'
import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useUnread } from '../../announcements/member/unread.ts'
import { tabSlugs } from '../../requests/member-address.ts'
import { salesQuery } from '../../sales/calls.ts'
import { ANNOUNCEMENTS, listSearch } from '../../sales/dashboard/dashboard-title.ts'
import { logOut } from '../../session/end-session.ts'
import { mayOpen } from '../../session/extended.ts'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { ChevronDownIcon } from '../../ui/icons/icons.tsx'
import { isOfAccount, MenuContext } from '../../ui/layout/menu.ts'
import classes from './member-navigation.module.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Popover.layer.css'

interface Props {
  user: SignedInUser
}

/** A member's pages, in sight on a wide screen. */
export function MemberNavigation({ user }: Props) {
  const page = useOpenPage()
  const procedures = useProceduresSearch()
  const has = useOffered(user)
  return (
    <nav aria-label="Secciones">
      <ul className={classes.items}>
        <Item to="/dashboard" isOpen={page === 'dashboard'}>
          Mi carpeta
        </Item>
        {has('/documents') && (
          <Item to="/documents" isOpen={page === '/documents'}>
            Documentos
          </Item>
        )}
        {has('/payments/own') && (
          <Item to="/payments/own" isOpen={page.startsWith('/payments/')}>
            Pagos
          </Item>
        )}
        <Item to={`/dashboard${procedures}`} isOpen={page === 'procedures'}>
          Trámites
        </Item>
        <Announcements isOpen={page === 'announcements'} />
        <Item to="/help" isOpen={page.startsWith('/help')}>
          Ayuda
        </Item>
      </ul>
    </nav>
  )
}

interface ItemProps {
  to: string
  isOpen: boolean
  children: ReactNode
}

function Item({ to, isOpen, children }: ItemProps) {
  return (
    <li>
      <Link className={classes.item} to={to} aria-current={isOpen ? 'page' : undefined}>
        {children}
      </Link>
    </li>
  )
}

function Announcements({ isOpen }: { isOpen: boolean }) {
  const unread = useUnread()
  if (unread === null) return null
  return (
    <Item to={`/dashboard${listSearch}`} isOpen={isOpen}>
      Avisos{' '}
      {unread > 0 && (
        <span className={classes.unread}>
          {unread}
          <VisuallyHidden> sin leer</VisuallyHidden>
        </span>
      )}
    </Item>
  )
}

/** The path of the open page; of the dashboard, which part of it. */
function useOpenPage(): string {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  if (pathname !== '/dashboard') return pathname
  if (params.has(ANNOUNCEMENTS)) return 'announcements'
  const tab = params.get('tab')
  return tab === tabSlugs.procedures || tab === tabSlugs.myRequests ? 'procedures' : 'dashboard'
}

/** Of the sale in the address, or of the first one for which something can be asked. */
function useProceduresSearch(): string {
  const [params] = useSearchParams()
  const { data: sales = [] } = useQuery(salesQuery)
  const open = sales.filter((sale) => isOwn(sale) && isSelectable(sale))
  const sale = open.find(({ code }) => code === params.get('venta')) ?? open[0]
  const search = { ...(sale && { venta: sale.code }), tab: tabSlugs.procedures }
  return `?${new URLSearchParams(search)}`
}

/** Whether the menu has a page and the user may open it. */
function useOffered(user: SignedInUser): (path: string) => boolean {
  const menu = useContext(MenuContext)
  return (path) => menu.some((item) => item.path === path && mayOpen(user, item))
}

/** What belongs to the account, beside the name. */
export function AccountMenu({ user }: Props) {
  const isStaff = user.permissions.length > 0
  const menu = useContext(MenuContext).filter(
    (item) =>
      !item.isPublic &&
      (isStaff ? isOfAccount(item) : OWN.includes(item.path)) &&
      mayOpen(user, item),
  )
  return (
    <Menu
      position="bottom-end"
      width={230}
      offset={4}
      transitionProps={{ duration: 0 }}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button type="button" className={classes.account} aria-label="Abrir tu cuenta">
          <ChevronDownIcon size={18} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown ?? ''}>
        {menu.map(({ path, label }) => (
          <Menu.Item key={path} component={Link} to={path}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => void logOut()}>Cerrar sesión</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const OWN = ['/profile', '/accesses', '/change-password']
