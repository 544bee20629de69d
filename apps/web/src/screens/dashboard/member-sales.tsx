import { todayInSantiago } from '@carpeta/domain/dates/dates'
import type { Sale } from '@carpeta/domain/sales/sale'
import { isVisible, selectedSale } from '@carpeta/domain/sales/sale-rules'
import { useQuery } from '@tanstack/react-query'
import { salesQuery } from '../../api/sales.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { AsOf } from './cards/as-of.tsx'
import { AwaitedReply } from './cards/awaited-reply.tsx'
import { CardSkeleton } from './cards/card-skeleton.tsx'
import { SaleCards } from './cards/sale-cards.tsx'
import classes from './dashboard.module.css'
import { News } from './news/news.tsx'
import { NextPayment } from './next-payment/next-payment.tsx'
import { RequestsApart, saleApart } from './tabs/requests-apart.tsx'
import { SaleTabs } from './tabs/sale-tabs.tsx'
import { TabsPlace } from './tabs/tab-skeleton.tsx'
import { type Selection, useSelection } from './use-selection.ts'

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
