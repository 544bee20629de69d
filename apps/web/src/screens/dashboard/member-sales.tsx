import { todayInSantiago } from '@carpeta/domain/dates/dates'
import type { Sale } from '@carpeta/domain/sales/sale'
import { isOwn, isSelectable, isVisible, selectedSale } from '@carpeta/domain/sales/sale-rules'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { salesQuery } from '../../api/sales.ts'
import { searchOfRequest, tabSlugs } from '../../requests/member-address.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { AlertIcon } from '../../ui/icons/icons.tsx'
import classes from './dashboard.module.css'
import { type Selection, useScrollTo, useSelection } from './hooks.ts'
import { MyRequests } from './my-requests.tsx'
import { NewDocuments } from './new-documents.tsx'
import { News } from './news.tsx'
import { NextPayment } from './next-payment.tsx'
import { CardSkeleton, SaleCards } from './sale-cards.tsx'
import { AsOf, nameOf } from './sale-parts.tsx'
import { SaleTabs } from './sale-tabs.tsx'
import { TabsPlace } from './tab-parts.tsx'

export function MemberSales() {
  const { data: sales, error, isPending, refetch } = useQuery(salesQuery)
  if (sales) return <Sales sales={sales} />
  if (isPending) {
    return (
      <>
        <CardSkeleton />
        <TabsPlace />
      </>
    )
  }
  return (
    <div className={classes.failure}>
      <LoadFailure error={error} onRetry={() => void refetch()} />
    </div>
  )
}

function Sales({ sales }: { sales: Sale[] }) {
  const selection = useSelection()
  const apart = saleApart(sales, selection)
  const selected = selectedSale(sales, selection.code)
  const today = todayInSantiago(new Date())
  return (
    <>
      <div className={classes.asOf}>
        <AsOf sale={oldestOf(sales.filter(isVisible))} />
      </div>
      <AwaitedReply sales={sales} open={selection.request} />
      <NextPayment sales={sales} selected={selected} today={today} />
      <SaleCards sales={sales} selected={selected} onChoose={selection.chooseSale} />
      <NewDocuments />
      {sales.some(isVisible) && <News />}
      {apart === null ? (
        <SelectedSale sale={selected} selection={selection} />
      ) : (
        <RequestsApart code={apart} sale={sales.find(({ code }) => code === apart)} />
      )}
    </>
  )
}

interface SelectedSaleProps {
  sale: Sale | null
  selection: Selection
}

function SelectedSale({ sale, selection: { code, tab, chooseTab } }: SelectedSaleProps) {
  if (!sale) return null
  return (
    <SaleTabs
      key={sale.code}
      sale={sale}
      today={todayInSantiago(new Date())}
      tab={tab}
      onTab={(next) => chooseTab(sale.code, next)}
      isChosen={code === sale.code}
    />
  )
}

/** The sale with the oldest data: nothing shown is older than its date. */
function oldestOf(sales: Sale[]): Sale | undefined {
  const dated = sales.filter(({ asOf }) => asOf !== null)
  return dated.sort((a, b) => Date.parse(a.asOf ?? '') - Date.parse(b.asOf ?? ''))[0]
}

/**
 * The sale whose requests the address names but no tab shows: it is completed, not approved or
 * withdrawn. Its requests can still be read.
 */
function saleApart(sales: Sale[], { code, tab, request }: Selection): string | null {
  if (tab !== tabSlugs.myRequests) return null
  const sale = sales.find((each) => each.code === code)
  const isApart = sale ? isOwn(sale) && !isSelectable(sale) : request !== null
  return isApart ? code : null
}

interface Props {
  code: string
  sale: Sale | undefined
}

function RequestsApart({ code, sale }: Props) {
  const part = useRef<HTMLDivElement>(null)
  useScrollTo(part, true)
  return (
    <div ref={part} className={classes.part}>
      <div className={classes.head}>
        <h2>{sale ? `Mis Trámites · ${nameOf(sale)}` : 'Mis Trámites'}</h2>
        <Link to="/dashboard">Volver a mi carpeta</Link>
      </div>
      <div className={classes.panel}>
        <MyRequests saleCode={code} requests={sale?.requests ?? []} canAsk={false} />
      </div>
    </div>
  )
}

const TITLE = 'Esperamos tu respuesta'

interface AwaitedReplyProps {
  sales: Sale[]
  /** The open request is not listed. */
  open: string | null
}

/** The requests that wait for a reply of the member. */
function AwaitedReply({ sales, open }: AwaitedReplyProps) {
  const awaited = sales.flatMap((sale) =>
    sale.requests
      .filter(({ state, key }) => state === 'missing' && key !== open)
      .map((request) => ({ sale, request })),
  )
  if (awaited.length === 0) return null
  return (
    <section className={classes.awaited} aria-label={TITLE}>
      <AlertIcon size={22} />
      <div>
        <h2>{TITLE}</h2>
        <p>
          A {awaited.length === 1 ? 'este trámite le' : 'estos trámites les'} falta un antecedente
          para seguir.
        </p>
        <ul>
          {awaited.map(({ sale, request: { key, procedureTitle } }) => (
            <li key={key}>
              <Link to={{ search: searchOfRequest(sale.code, key) }}>
                {procedureTitle || `Solicitud ${key}`}
              </Link>
              {sales.length > 1 && ` · ${sale.project || sale.code}`}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
