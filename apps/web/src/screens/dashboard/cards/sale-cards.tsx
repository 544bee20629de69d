import { todayInSantiago } from '@carpeta/domain/dates/dates'
import type { Sale } from '@carpeta/domain/sales/sale'
import { isSelectable, isVisible, needsViewButton } from '@carpeta/domain/sales/sale-rules'
import { Link } from 'react-router'
import { CooperativeEmail } from '../../../environment/cooperative-email.tsx'
import { searchOfTab, tabSlugs } from '../../../requests/member-address.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import classes from '../dashboard.module.css'
import { BalanceCard } from './balance-card.tsx'

export interface SaleCardsProps {
  sales: Sale[]
  selected: Sale | null
  onChoose: (code: string) => void
}

export function SaleCards(props: SaleCardsProps) {
  const { sales } = props
  return (
    <>
      {sales.some(isVisible) ? <Cards {...props} /> : <NoSales />}
      <HiddenRequests sales={sales} />
    </>
  )
}

function Cards({ sales, selected, onChoose }: SaleCardsProps) {
  const today = todayInSantiago(new Date())
  const visible = sales.filter(isVisible)
  return (
    <ul className={classes.cards}>
      {visible.map((sale) => (
        <li key={sale.code}>
          <BalanceCard
            sale={sale}
            today={today}
            isSelected={sale === selected && visible.length > 1}
            isOnly={visible.length === 1}
            onView={needsViewButton(sales, sale) ? () => onChoose(sale.code) : undefined}
            requestsSearch={
              isSelectable(sale) || sale.requests.length === 0 ? undefined : requestsOf(sale)
            }
          />
        </li>
      ))}
    </ul>
  )
}

function NoSales() {
  return (
    <EmptyState title="Todavía no hay ventas en tu carpeta">
      Tu venta aparecerá aquí cuando la cooperativa la apruebe. Si crees que ya debería estar,
      escribe a <CooperativeEmail />.
    </EmptyState>
  )
}

/** A sale without a card can still have requests, such as data-subject requests. */
function HiddenRequests({ sales }: { sales: Sale[] }) {
  return sales
    .filter((sale) => !isVisible(sale) && sale.requests.length > 0)
    .map((sale) => (
      <p key={sale.code} className={classes.hidden}>
        <Link to={{ search: requestsOf(sale) }}>
          Ver mis trámites de {sale.project || sale.code}
        </Link>
      </p>
    ))
}

function requestsOf({ code }: Sale): string {
  return searchOfTab(code, tabSlugs.myRequests)
}
