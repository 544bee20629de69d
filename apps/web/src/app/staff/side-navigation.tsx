import { type ComponentType, useContext } from 'react'
import { NavLink } from 'react-router'
import { mayOpen } from '../../session/extended.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
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
import { MenuContext, type MenuItem } from '../../ui/layout/menu.ts'
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

/** The pages of the menu that the user may open, always in sight. */
export function SideNavigation() {
  const user = useStoredUser()
  const items = useContext(MenuContext)
  const onSearch = useContext(OpenSearch)
  if (!user) return null
  const open = items.filter((item) => !item.isPublic && mayOpen(user, item))
  const own = open.filter(isOwn)
  return (
    <nav className={classes.navigation} aria-label="Menú principal">
      {onSearch && (
        <button type="button" className={classes.search} onClick={onSearch}>
          <SearchIcon size={18} />
          Buscar
          <span className={classes.key} aria-hidden="true">
            Ctrl K
          </span>
        </button>
      )}
      <Items items={open.filter((item) => !isOwn(item))} />
      <Items items={own} />
    </nav>
  )
}

/** A page of one's own account, below the others. */
const isOwn = ({ path, permission, forSuperusers }: MenuItem) =>
  !permission && !forSuperusers && path !== '/dashboard'

function Items({ items }: { items: MenuItem[] }) {
  return (
    <ul className={classes.items}>
      {items.map(({ path, label }) => {
        const Icon = icons[path] ?? IdCardIcon
        return (
          <li key={path}>
            <NavLink className={classes.item} to={path}>
              <Icon />
              {label}
            </NavLink>
          </li>
        )
      })}
    </ul>
  )
}
