import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { standingWith } from '@carpeta/domain/payments/standing'
import { useQuery } from '@tanstack/react-query'
import { serverNow } from '../../api/server-clock.ts'
import { ownReportsQuery } from '../../payment-reports/member/calls.ts'
import { salesQuery } from '../../sales/calls.ts'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import type { OnlinePayment } from '../calls.ts'
import { useAwaited } from './awaited.ts'
import { dayOf, isUnrecorded } from './calls.ts'
import classes from './payment-screen.module.css'

/** Where the member stands with a payment of today, and what comes next; nothing where it is not certain. */
export function Standing({ payment }: { payment: OnlinePayment }) {
  const today = todayInSantiago(serverNow())
  const { choice, sale_code, due_on, pesos } = payment
  const { data: sales = [] } = useQuery(salesQuery)
  const { data: reports } = useQuery(ownReportsQuery)
  const awaitedOf = useAwaited(today)
  const sale = sales.find(({ code }) => code === sale_code)
  if (!sale || !reports || choice === 'other') return null
  if (!isUnrecorded(payment) || payment.is_refund_uncertain || dayOf(payment) !== today) return null
  const awaited = awaitedOf(sale)
  // Not before the portal tells of this payment among those that accounting has not recorded.
  const isCounted = [...awaited.covered.values()].some(
    ({ part, pesos: paid, paidOn, isOwn }) =>
      part?.choice === choice &&
      (part.dueOn ?? '') === due_on &&
      paid === pesos &&
      paidOn === today &&
      isOwn,
  )
  const standing = isCounted ? standingWith(choice, sale, awaited, today) : null
  if (!standing) return null
  return (
    <p className={classes.next}>
      <strong className={classes.first}>{standing.text}</strong>{' '}
      <UnbrokenDates text={standing.next} />
    </p>
  )
}
