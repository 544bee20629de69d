import { todayInSantiago } from '@carpeta/domain/dates'
import type { Sale } from '@carpeta/domain/sale'
import { isVisible, needsViewButton, selectedSale } from '@carpeta/domain/sale-rules'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { salesQuery } from '../../api/sales.ts'
import { CooperativeEmail } from '../../layout/cooperative-email.tsx'
import { LoadFailure } from '../../session/load-failure.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AsOf } from './as-of.tsx'
import { BalanceCard } from './balance-card.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import classes from './dashboard.module.css'
import { SaleTabs } from './sale-tabs.tsx'
import { useSelection } from './use-selection.ts'

export function MemberSales() {
  const { data: sales, error, isPending, refetch } = useQuery(salesQuery)
  if (sales) return <Sales sales={sales} />
  if (isPending) return <CardSkeleton />
  return (
    <div className={classes.failure}>
      <LoadFailure error={error} onRetry={() => void refetch()} />
    </div>
  )
}

function Sales({ sales }: { sales: Sale[] }) {
  const { code, tab, chooseSale, chooseTab } = useSelection()
  const today = todayInSantiago(new Date())
  const visible = sales.filter(isVisible)
  const selected = selectedSale(sales, code)
  // The cards at once; the long tables behind them in slices, without holding up the page.
  const areTabsDue = useDeferredValue(true, false)

  if (visible.length === 0) {
    return (
      <EmptyState title="Todavía no hay ventas en tu carpeta">
        Tu venta aparecerá aquí cuando la cooperativa la apruebe. Si crees que ya debería estar,
        escribe a <CooperativeEmail />.
      </EmptyState>
    )
  }
  return (
    <>
      <div className={classes.asOf}>
        <AsOf sale={oldestOf(visible)} />
      </div>
      <ul className={classes.cards}>
        {visible.map((sale) => (
          <li key={sale.code}>
            <BalanceCard
              sale={sale}
              today={today}
              isSelected={sale === selected && visible.length > 1}
              isOnly={visible.length === 1}
              onView={needsViewButton(sales, sale) ? () => chooseSale(sale.code) : undefined}
            />
          </li>
        ))}
      </ul>
      {selected && areTabsDue && (
        <SaleTabs
          key={selected.code}
          sale={selected}
          today={today}
          tab={tab}
          onTab={(next) => chooseTab(selected.code, next)}
          isChosen={code === selected.code}
        />
      )}
    </>
  )
}

/** Should the sales come from several loads: nothing shown is older than it says. */
function oldestOf(sales: Sale[]): Sale | undefined {
  const dated = sales.filter(({ asOf }) => asOf !== null)
  return dated.sort((a, b) => Date.parse(a.asOf ?? '') - Date.parse(b.asOf ?? ''))[0]
}
