import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import { formatPercent, isPositiveUf } from '@carpeta/domain/money/money'
import { nextPayment } from '@carpeta/domain/payments/next-payment'
import { underReviewNotice } from '@carpeta/domain/sales/doubtful-figures'
import type { Sale } from '@carpeta/domain/sales/sale'
import {
  balance,
  isBalanceKnown,
  isHouse,
  isPaidUp,
  paidShare,
  pendingInstalments,
} from '@carpeta/domain/sales/sale-rules'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/buttons/button.tsx'
import { UfAmount } from '../../../ui/display/amount.tsx'
import { Equivalent } from '../../../ui/display/equivalent.tsx'
import { Ring } from '../../../ui/display/ring.tsx'
import {
  AlertIcon,
  BuildingIcon,
  CheckCircleIcon,
  ClockIcon,
  HouseIcon,
} from '../../../ui/icons/icons.tsx'
import { usePhone } from '../../../ui/table/use-cards.ts'
import { SharedMark } from '../shared-mark.tsx'
import { UnderReview } from '../under-review.tsx'
import classes from './balance-card.module.css'

interface Props {
  sale: Sale
  today: CalendarDate
  isSelected: boolean
  /** A single card takes the whole width. */
  isOnly: boolean
  /** Absent when there is nothing to choose. */
  onView?: (() => void) | undefined
  /** Links to the requests of a sale that can no longer be selected. */
  requestsSearch?: string | undefined
}

/** A summary of one sale. */
export function BalanceCard(props: Props) {
  const { sale, today, isSelected, isOnly, onView, requestsSearch } = props
  const name = sale.project || sale.code
  const isPhone = usePhone()
  return (
    <article
      className={classes.frame}
      data-selected={isSelected || undefined}
      data-only={isOnly || undefined}
    >
      <div className={classes.card}>
        <div className={classes.identity}>
          <Title sale={sale} />
          <SharedMark sale={sale} />
          {!isPhone && <Facts sale={sale} />}
        </div>
        <Money sale={sale} />
        <div className={classes.progress}>
          <PaidRing share={paidShare(sale)} />
          <div className={classes.next}>
            <Pending count={pendingInstalments(sale)} />
            <Next sale={sale} today={today} />
            <UnderReview notice={underReviewNotice(sale, ['instalments', 'paid', 'pending'])} />
          </div>
        </div>
        {isPhone && (
          <details className={classes.property}>
            <summary>Datos de la propiedad</summary>
            <Facts sale={sale} />
          </details>
        )}
        {(onView || sale.completedOn) && (
          <div className={classes.view}>
            {sale.completedOn && <p>Venta finalizada el {shortDate(sale.completedOn)}</p>}
            {requestsSearch && (
              <Link to={{ search: requestsSearch }} aria-label={`Ver trámites de ${name}`}>
                Ver trámites
              </Link>
            )}
            {onView && (
              <Button
                variant={isSelected ? 'light' : 'filled'}
                onClick={onView}
                aria-label={`Ver ${name}`}
                aria-pressed={isSelected}
              >
                Ver
              </Button>
            )}
          </div>
        )}
      </div>
    </article>
  )
}

function Title({ sale }: { sale: Sale }) {
  const Icon = isHouse(sale.properties[0]?.type ?? '') ? HouseIcon : BuildingIcon
  return (
    <div className={classes.title}>
      <span className={classes.icon}>
        <Icon size={26} />
      </span>
      <h2>{sale.project || sale.code}</h2>
    </div>
  )
}

function Facts({ sale }: { sale: Sale }) {
  const [main] = sale.properties
  return (
    <dl className={classes.facts}>
      <Fact label="Tipo">{main?.type}</Fact>
      <Fact label="Lote">{main?.lot}</Fact>
      <Fact label="Condominio">{sale.condominium}</Fact>
      <Fact label="Asesor">{sale.advisor}</Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || '-'}</dd>
    </div>
  )
}

function Money({ sale }: { sale: Sale }) {
  return (
    <div className={classes.money}>
      <p className={classes.label}>Saldo</p>
      {isPaidUp(sale) ? (
        <p className={classes.paidUp}>
          <CheckCircleIcon size={30} />
          Pagado
        </p>
      ) : (
        <p>
          <UfAmount value={isBalanceKnown(sale) ? balance(sale) : null} size="large" />
        </p>
      )}
      {isBalanceKnown(sale) && <Equivalent amount={balance(sale)} uf={sale.ufOfToday} />}
      <UnderReview notice={underReviewNotice(sale, ['balance'])} />
      {sale.price && isPositiveUf(sale.price) && (
        <p className={classes.price}>
          Precio de venta <UfAmount value={sale.price} />
        </p>
      )}
    </div>
  )
}

function PaidRing({ share }: { share: string }) {
  const percent = formatPercent(share)
  return (
    <div className={classes.ring}>
      <Ring share={Number(share)} label={`${percent} de la reserva pagada`}>
        {percent}
      </Ring>
      <span aria-hidden="true">de la reserva pagada</span>
    </div>
  )
}

function Pending({ count }: { count: number }) {
  const isNone = count === 0
  const Icon = isNone ? CheckCircleIcon : ClockIcon
  return (
    <p className={classes.pending} data-none={isNone || undefined}>
      <Icon />
      <span>
        {isNone
          ? 'Sin cuotas pendientes'
          : `${count} ${count === 1 ? 'cuota pendiente' : 'cuotas pendientes'}`}
      </span>
    </p>
  )
}

function Next({ sale, today }: { sale: Sale; today: CalendarDate }) {
  const payment = nextPayment(sale, today)
  if (payment.kind !== 'due') return null
  const { overdue, next } = payment
  return (
    <>
      {overdue && (
        <p className={classes.overdue}>
          <AlertIcon />
          <span>
            Atrasado <UfAmount value={overdue.amount} />
          </span>
        </p>
      )}
      {next && (
        <p className={classes.due}>
          <span className={classes.label}>Próxima cuota</span>
          <span>
            {shortDate(next.dueOn)} · <UfAmount value={next.amount} />
          </span>
        </p>
      )}
    </>
  )
}
