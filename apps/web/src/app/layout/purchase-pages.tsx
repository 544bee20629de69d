import { nameOf } from '@carpeta/domain/sales/sale-name'
import { autoSelected, isOwn, selectedSale } from '@carpeta/domain/sales/sale-rules'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { createPortal } from 'react-dom'
import { Link, useSearchParams } from 'react-router'
import { useUnread } from '../../announcements/member/unread.ts'
import { PAY } from '../../payments/member/pay-address.ts'
import { useCanPay } from '../../payments/member/pay-button.tsx'
import { CERTIFICATE, searchOfTab, tabSlugs } from '../../requests/member-address.ts'
import { salesQuery } from '../../sales/calls.ts'
import { listSearch, type TabSlug, tabLabels } from '../../sales/dashboard/dashboard-title.ts'
import { toTabs } from '../../sales/dashboard/hooks.ts'
import { useIsExtended } from '../../session/extended.ts'
import { useIsView } from '../../session/use-is-view.ts'
import { Unread } from '../../ui/display/unread.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { SlotContext } from '../../ui/layout/menu.ts'
import classes from './purchase-pages.module.css'

/** In the open menu, at 'Mi carpeta': the announcements, and what a member does with the purchase, of several the chosen one. */
export function PurchasePages() {
  const [slot] = useContext(SlotContext)
  return (
    slot &&
    createPortal(
      <>
        <Announcements />
        <Pages />
      </>,
      slot,
    )
  )
}

/** Beside 'Mi carpeta': a row of its own would not fit on a phone's screen. */
function Announcements() {
  const unread = useUnread()
  if (unread === null) return null
  return (
    <Link className={classes.announcements} to={`/dashboard${listSearch}`}>
      Avisos{' '}
      {unread > 0 && (
        <Unread>
          {unread} <VisuallyHidden component="span">sin leer</VisuallyHidden>
        </Unread>
      )}
    </Link>
  )
}

function Pages() {
  const isExtended = useIsExtended()
  const isView = useIsView()
  const canPayOnline = useCanPay()
  const [params] = useSearchParams()
  const { data: sales = [] } = useQuery(salesQuery)
  const sale = selectedSale(sales, params.get('venta'))
  const canPay = sale && canPayOnline(sale)
  // Null until this is known: nothing moves afterwards.
  if (!sale || canPay === null) return null
  const toPay = new URLSearchParams({ [PAY]: '' })
  // The home of a single purchase stays at its top.
  if (sale !== autoSelected(sales)) toPay.set('venta', sale.code)
  const tab = (slug: TabSlug) => (
    <li>
      <Link
        to={`/dashboard${searchOfTab(sale.code, slug)}`}
        state={toTabs}
        preventScrollReset
        aria-current={params.get('tab') === slug ? 'page' : undefined}
      >
        {tabLabels[slug]}
      </Link>
    </li>
  )
  return (
    <ul className={classes.pages} aria-label={nameOf(sale)}>
      {canPay && (
        <li>
          <Link to={`/dashboard?${toPay}`}>Pagar</Link>
        </li>
      )}
      {tab(tabSlugs.accountStatement)}
      {isExtended && (
        <li>
          <Link
            to={`/dashboard${searchOfTab(sale.code, tabSlugs.accountStatement)}${CERTIFICATE}`}
            preventScrollReset
          >
            Certificado para el banco
          </Link>
        </li>
      )}
      {tab(tabSlugs.deed)}
      {isOwn(sale) && tab(tabSlugs.procedures)}
      {isOwn(sale) && tab(tabSlugs.myRequests)}
      {isExtended && !isView && isOwn(sale) && (
        <li>
          <Link to="/profile#quien-ve">Quién ve mi compra</Link>
        </li>
      )}
    </ul>
  )
}
