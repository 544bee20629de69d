import { shortDate } from '@carpeta/domain/dates/dates'
import { deedProgressText } from '@carpeta/domain/sales/deed-steps'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { isOwn, isPaidUp, isSelectable } from '@carpeta/domain/sales/sale-rules'
import { lastPaidOn } from '@carpeta/domain/sales/statement'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type LinkProps, type To } from 'react-router'
import { memberDocumentsQuery } from '../../member-documents/member/calls.ts'
import { searchOfTab, tabSlugs } from '../../requests/member-address.ts'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { ChevronRightIcon } from '../../ui/icons/icons.tsx'
import { type TabSlug, tabLabels } from './dashboard-title.ts'
import { toTabs } from './hooks.ts'
import classes from './sale-shortcuts.module.css'
import type { SaleTabProps } from './tab-parts.tsx'

/** '1 espera tu respuesta' */
function awaitedText(count: number): string {
  return `${count} ${count === 1 ? 'espera' : 'esperan'} tu respuesta`
}

interface Props extends SaleTabProps {
  /** On a card of several: its papers, and procedures only where one is under way. */
  isBrief?: boolean
}

/**
 * The newest payment, and how far deed and procedures are, which a phone shows far below; leads to their tabs. A finished
 * sale has no tabs any more (docs/specification.md §4.13), and its documents.
 */
export function SaleShortcuts({ sale, today, isBrief = false }: Props) {
  const hasTabs = isSelectable(sale)
  const paidOn = lastPaidOn(sale)
  const deed = hasTabs && sale.deed && deedProgressText(sale.deed, today)
  const open = sale.requests.filter(({ closedOn }) => closedOn === null).length
  const awaited = sale.requests.filter(({ state }) => state === 'missing').length
  const hasProcedures = hasTabs && isOwn(sale) && !(isBrief && open === 0)
  const { data: documents } = useQuery(memberDocumentsQuery)
  const own = documents?.filter(({ sale_code }) => sale_code === sale.code) ?? []
  // Where no tab tells of the deed.
  const hasDeed = !hasTabs && own.some(({ category }) => category === 'deed')
  // Nothing else of it is left to do: the row is there before they are known.
  const isOver = !hasTabs || isPaidUp(sale)
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
        {more && (
          <>
            : <span className={classes.fact}>{more}</span>
          </>
        )}
      </>,
      { state: toTabs, preventScrollReset: true },
    )
  return (
    <nav
      className={classes.shortcuts}
      data-brief={isBrief || undefined}
      aria-label={`Atajos de ${nameOf(sale)}`}
    >
      {hasTabs &&
        shortcut(
          tabSlugs.accountStatement,
          paidOn && <UnbrokenDates text={`último pago ${shortDate(paidOn)}`} />,
        )}
      {deed && shortcut(tabSlugs.deed, deed)}
      {hasProcedures && !isBrief && shortcut(tabSlugs.procedures, null)}
      {hasProcedures &&
        shortcut(
          tabSlugs.myRequests,
          open > 0 && (awaited > 0 ? awaitedText(awaited) : `${open} en curso`),
        )}
      {documents !== null &&
        (isOver || (isBrief && own.length > 0)) &&
        link(
          `/documents?${new URLSearchParams({ venta: sale.code })}`,
          hasDeed ? 'Documentos: tu escritura' : 'Documentos',
        )}
    </nav>
  )
}
