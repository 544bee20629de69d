import { formatCount } from '@carpeta/domain/text/counted'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useContext, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { mayOpen } from '../../session/extended.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { type WorkCounts, workCountsQuery } from '../../staff/work-counts.ts'
import { BesideNavigation } from '../../ui/beside-navigation.ts'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import {
  BankCardIcon,
  BellIcon,
  BookIcon,
  ChartIcon,
  ChecklistIcon,
  ClipboardIcon,
  FolderIcon,
  HelpIcon,
  HouseIcon,
  type IconProps,
  IdCardIcon,
  InboxIcon,
  KeyIcon,
  LogIcon,
  PersonIcon,
  ReceiptIcon,
  SearchIcon,
  ServerIcon,
  TableIcon,
  UsersIcon,
} from '../../ui/icons/icons.tsx'
import { isOfAccount, MenuContext, type MenuItem, SideContext } from '../../ui/layout/menu.ts'
import { OpenSearch } from '../../ui/open-search.ts'
import classes from './staff.module.css'

const icons: Record<string, ComponentType<IconProps>> = {
  '/dashboard': HouseIcon,
  '/requests': InboxIcon,
  '/payment-reports': ReceiptIcon,
  '/payments': BankCardIcon,
  '/member-documents': FolderIcon,
  '/procedures': ClipboardIcon,
  '/imports': TableIcon,
  '/reports': ChartIcon,
  '/announcements': BellIcon,
  '/users': UsersIcon,
  '/setup': ChecklistIcon,
  '/activity': LogIcon,
  '/system': ServerIcon,
  '/help': HelpIcon,
  '/manual': BookIcon,
  '/profile': PersonIcon,
  '/change-password': KeyIcon,
}

/** The pages of the menu that the user may open; on a wide screen those of the account are in the menu of the name. */
export function SideNavigation() {
  const user = useStoredUser()
  const items = useContext(MenuContext)
  const onSearch = useContext(OpenSearch)
  const isAbove = !useContext(BesideNavigation)
  const waiting = useWaiting()
  useClosing(isAbove)
  if (!user) return null
  const open = items.filter((item) => !item.isPublic && mayOpen(user, item))
  return (
    <nav className={classes.navigation} aria-label="Menú principal">
      {onSearch && (
        <button type="button" className={classes.search} onClick={onSearch}>
          <SearchIcon size={18} />
          <span className={classes.label}>Buscar</span>
          <span className={classes.key} aria-hidden="true">
            Ctrl K
          </span>
        </button>
      )}
      <Items items={open.filter((item) => !isOfAccount(item))} waiting={waiting} />
      {isAbove && <Items items={open.filter(isOfAccount)} waiting={{}} />}
    </nav>
  )
}

/** Above a page of a narrow screen another page or Escape closes it. */
function useClosing(isAbove: boolean) {
  const [, setOpen] = useContext(SideContext)
  const { key } = useLocation()
  const openedAt = useRef(key)

  useEffect(() => {
    if (isAbove && key !== openedAt.current) setOpen(false)
  }, [isAbove, key, setOpen])

  useEffect(() => {
    if (!isAbove) return
    function closeOnEscape({ key }: KeyboardEvent) {
      if (key !== 'Escape') return
      setOpen(false)
      document.querySelector<HTMLElement>('[aria-controls="side"]')?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [isAbove, setOpen])
}

const JUST_COUNTED_MS = 30_000

/** Counted again on a page that is opened later than just after the last count. */
function useWaiting() {
  const { data, dataUpdatedAt, refetch } = useQuery(workCountsQuery)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts are also fetched again on every change of page.
  useEffect(() => {
    if (Date.now() - dataUpdatedAt > JUST_COUNTED_MS) void refetch({ cancelRefetch: false })
  }, [pathname])
  return data ? waitingByPath(data) : {}
}

interface ItemsProps {
  items: MenuItem[]
  waiting: Record<string, Waiting>
}

function Items({ items, waiting }: ItemsProps) {
  return (
    <ul className={classes.items}>
      {items.map(({ path, label }) => {
        const Icon = icons[path] ?? IdCardIcon
        const { count, what } = waiting[path] ?? {}
        return (
          <li key={path}>
            <NavLink className={classes.item} to={path}>
              <Icon />
              <span className={classes.label}>{label}</span>
            </NavLink>
            {count !== undefined && (
              <span className={classes.waiting}>
                {formatCount(count)} <VisuallyHidden>{what}</VisuallyHidden>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface Waiting {
  count: number
  /** Says what the number counts, for screen readers. */
  what: string
}

/** How much work waits, by the address of the page where it is done. */
function waitingByPath(counts: WorkCounts): Record<string, Waiting> {
  const { requests, payment_reports: reports, payments, document_imports: zips } = counts
  const { loads, setup } = counts
  const all: [path: string, count: number | undefined, what: string][] = [
    ['/requests', requests?.open, 'abiertas'],
    ['/payment-reports', reports?.reported, 'por revisar'],
    ['/payments', payments?.unrecorded, 'por aclarar'],
    ['/member-documents', zips?.waiting, 'por resolver'],
    ['/imports', loads?.with_rejects, 'con rechazos'],
    ['/setup', setup?.missing, 'por completar'],
  ]
  return Object.fromEntries(
    all.flatMap(([path, count, what]) => (count ? [[path, { count, what }]] : [])),
  )
}
