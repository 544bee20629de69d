import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { formatPesos } from '@carpeta/domain/money/money'
import { deedProgressText } from '@carpeta/domain/sales/deed-steps'
import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { isOwn, isPaidUp, isSelectable } from '@carpeta/domain/sales/sale-rules'
import { lastPayment } from '@carpeta/domain/sales/statement'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type LinkProps, type To } from 'react-router'
import { memberDocumentsQuery } from '../../member-documents/member/calls.ts'
import { searchOfTab, tabSlugs } from '../../requests/member-address.ts'
import { useIsExtended } from '../../session/extended.ts'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { ChevronRightIcon } from '../../ui/icons/home-icons.tsx'
import { type TabSlug, tabLabels } from './dashboard-title.ts'
import { toTabs } from './hooks.ts'
import classes from './sale-shortcuts.module.css'
import type { SaleTabProps } from './tab-parts.tsx'

/** '1 espera tu respuesta' */
function awaitedText(count: number): string {
  return `${count} ${count === 1 ? 'espera' : 'esperan'} tu respuesta`
}

/** What a tab has, and how far it is: nothing of one whose name says it all. */
export function tabFacts(
  sale: Sale,
  today: CalendarDate,
  isExtended: boolean,
): Partial<Record<TabSlug, string>> {
  const last = lastPayment(sale)
  const papers = [
    last?.depositedOn &&
      `último pago ${shortDate(last.depositedOn)}${last.pesos ? ` (≈\u00a0${formatPesos(last.pesos)})` : ''}`,
    isExtended && 'certificado para el banco',
  ]
  const open = sale.requests.filter(({ closedOn }) => closedOn === null).length
  const awaited = sale.requests.filter(({ state }) => state === 'missing').length
  return {
    [tabSlugs.accountStatement]: papers.filter(Boolean).join('\u00a0· '),
    ...(sale.deed && { [tabSlugs.deed]: deedProgressText(sale.deed, today) }),
    ...(open > 0 && {
      [tabSlugs.myRequests]: awaited > 0 ? awaitedText(awaited) : `${open} en curso`,
    }),
  }
}

interface Props extends SaleTabProps {
  /** The only purchase: a phone's home leads to its tabs above. */
  isOnly: boolean
}

/**
 * On a card: how its deed and its procedures go on, and its papers. A finished sale has no tabs any more
 * (docs/specification.md §4.13).
 */
export function SaleShortcuts({ sale, today, isOnly }: Props) {
  const hasTabs = isSelectable(sale)
  const facts = tabFacts(sale, today, useIsExtended())
  const { data: documents } = useQuery(memberDocumentsQuery)
  const own = documents?.filter(({ sale_code }) => sale_code === sale.code) ?? []
  // Where no tab tells of the deed.
  const hasDeed = !hasTabs && own.some(({ category }) => category === 'deed')
  // Nothing else of it is left to do: the row is there before they are known.
  const isOver = !hasTabs || isPaidUp(sale)
  const link = (to: To, label: string, fact: ReactNode, rest: Partial<LinkProps> = {}) => (
    <Link to={to} {...rest} className={classes.shortcut}>
      <span>
        {label}
        {fact && (
          <>
            : <span className={classes.fact}>{fact}</span>
          </>
        )}
      </span>
      <ChevronRightIcon size={18} />
    </Link>
  )
  const shortcut = (tab: TabSlug) =>
    link(
      { search: searchOfTab(sale.code, tab) },
      tabLabels[tab],
      facts[tab] && <UnbrokenDates text={facts[tab]} />,
      { state: toTabs, preventScrollReset: true },
    )
  return (
    <nav className={classes.shortcuts} aria-label={`Atajos de ${nameOf(sale)}`}>
      {hasTabs && !isOnly && (
        <>
          {shortcut(tabSlugs.accountStatement)}
          {facts[tabSlugs.deed] && shortcut(tabSlugs.deed)}
          {isOwn(sale) && facts[tabSlugs.myRequests] && shortcut(tabSlugs.myRequests)}
        </>
      )}
      {documents !== null &&
        (isOver || (!isOnly && own.length > 0)) &&
        link(
          `/documents?${new URLSearchParams({ venta: sale.code })}`,
          'Documentos',
          hasDeed && 'tu escritura',
        )}
    </nav>
  )
}
