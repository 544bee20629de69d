import { deedProgressText } from '@carpeta/domain/sales/deed-steps'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { isOwn } from '@carpeta/domain/sales/sale-rules'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { searchOfTab, tabSlugs } from '../../requests/member-address.ts'
import { ChevronRightIcon } from '../../ui/icons/icons.tsx'
import { type TabSlug, tabLabels } from './dashboard-title.ts'
import { toTabs } from './hooks.ts'
import classes from './sale-shortcuts.module.css'
import type { SaleTabProps } from './tab-parts.tsx'

interface Props extends SaleTabProps {
  /** On a card: without what every purchase has. */
  isBrief?: boolean
}

/** How far the deed and the procedures are, which a phone shows far below; leads to their tabs. */
export function SaleShortcuts({ sale, today, isBrief = false }: Props) {
  const deed = sale.deed && deedProgressText(sale.deed, today)
  const open = sale.requests.filter(({ closedOn }) => closedOn === null).length
  const hasProcedures = isOwn(sale) && !(isBrief && open === 0)
  if (!deed && !hasProcedures) return null
  const shortcut = (tab: TabSlug, more: ReactNode) => (
    <Link
      to={{ search: searchOfTab(sale.code, tab) }}
      state={toTabs}
      preventScrollReset
      className={classes.shortcut}
    >
      <span>
        {tabLabels[tab]}
        {more}
      </span>
      <ChevronRightIcon size={18} />
    </Link>
  )
  return (
    <nav
      className={classes.shortcuts}
      data-brief={isBrief || undefined}
      aria-label={`Escritura y trámites de ${nameOf(sale)}`}
    >
      {deed && shortcut(tabSlugs.deed, `: ${deed}`)}
      {hasProcedures && !isBrief && shortcut(tabSlugs.procedures, null)}
      {hasProcedures && shortcut(tabSlugs.myRequests, open > 0 && `: ${open} en curso`)}
    </nav>
  )
}
