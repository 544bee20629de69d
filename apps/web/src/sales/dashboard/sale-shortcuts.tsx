import { deedProgressText } from '@carpeta/domain/sales/deed-steps'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { isOwn } from '@carpeta/domain/sales/sale-rules'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type LinkProps, type To } from 'react-router'
import { memberDocumentsQuery } from '../../member-documents/member/calls.ts'
import { searchOfTab, tabSlugs } from '../../requests/member-address.ts'
import { ChevronRightIcon } from '../../ui/icons/icons.tsx'
import { type TabSlug, tabLabels } from './dashboard-title.ts'
import { toTabs } from './hooks.ts'
import classes from './sale-shortcuts.module.css'
import type { SaleTabProps } from './tab-parts.tsx'

interface Props extends SaleTabProps {
  /** On a card of several: its papers, and procedures only where one is under way. */
  isBrief?: boolean
}

/** How far the deed and the procedures are, which a phone shows far below; leads to their tabs. */
export function SaleShortcuts({ sale, today, isBrief = false }: Props) {
  const deed = sale.deed && deedProgressText(sale.deed, today)
  const open = sale.requests.filter(({ closedOn }) => closedOn === null).length
  const hasProcedures = isOwn(sale) && !(isBrief && open === 0)
  const { data: documents } = useQuery(memberDocumentsQuery)
  if (!isBrief && !deed && !hasProcedures) return null
  const link = (to: To, text: ReactNode, rest: Partial<LinkProps> = {}) => (
    <Link to={to} {...rest} className={classes.shortcut}>
      <span>{text}</span>
      <ChevronRightIcon size={18} />
    </Link>
  )
  const shortcut = (tab: TabSlug, more: ReactNode) =>
    link(
      { search: searchOfTab(sale.code, tab) },
      <>
        {tabLabels[tab]}
        {more}
      </>,
      { state: toTabs, preventScrollReset: true },
    )
  return (
    <nav
      className={classes.shortcuts}
      data-brief={isBrief || undefined}
      aria-label={`Atajos de ${nameOf(sale)}`}
    >
      {isBrief && shortcut(tabSlugs.accountStatement, null)}
      {deed && shortcut(tabSlugs.deed, `: ${deed}`)}
      {hasProcedures && !isBrief && shortcut(tabSlugs.procedures, null)}
      {hasProcedures && shortcut(tabSlugs.myRequests, open > 0 && `: ${open} en curso`)}
      {isBrief &&
        documents?.some(({ sale_code }) => sale_code === sale.code) &&
        link(`/documents?${new URLSearchParams({ venta: sale.code })}`, 'Documentos')}
    </nav>
  )
}
