import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { nextPayment } from '@carpeta/domain/payments/next-payment'
import type { PaymentChoice } from '@carpeta/domain/payments/online-payment-rules'
import { type DueInstalment, nextDue } from '@carpeta/domain/sales/instalments'
import type { Sale } from '@carpeta/domain/sales/sale'
import { mayPayOnline } from '@carpeta/domain/sales/sale-rules'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../connection/lazy-part.ts'
import { useIsView } from '../../session/use-is-view.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { Awaited } from './awaited.ts'
import { ownPaymentsQuery } from './calls.ts'

const PayDialog = lazyPart(async () => (await import('./pay-dialog.tsx')).PayDialog)

/** Whether the user may pay sales online at all; null until the server has said it. */
export function useCanPay(): (sale: Sale) => boolean | null {
  const { data: online, isPending } = useQuery(ownPaymentsQuery)
  const isView = useIsView()
  return (sale) => {
    if (isView || !mayPayOnline(sale)) return false
    return isPending ? null : online?.available === true
  }
}

/** Of the button that pays besides what is paid already; `next` is due next without that. */
export function otherPaymentLabel(
  sale: Sale,
  today: CalendarDate,
  next: DueInstalment | null,
): string {
  // Accounting has to record the next instalment before the one after it can be paid.
  const isNextPaid = nextDue(sale, today)?.dueOn !== next?.dueOn
  return isNextPaid ? 'Pagar otro monto' : 'Pagar otra cuota'
}

/** The label of the only button, a quiet one, once what is due was paid and waits for accounting; null otherwise. */
export function settledLabel(
  sale: Sale,
  today: CalendarDate,
  { covered, rest }: Awaited,
): string | null {
  const payment = nextPayment(rest, today)
  if (payment.kind !== 'due' || covered.size === 0) return null
  const { overdue, next } = payment
  return overdue === null && next?.dueOn !== today ? otherPaymentLabel(sale, today, next) : null
}

interface Props {
  sale: Sale
  today: CalendarDate
  /** Filled where the page says what is due, default beside it. */
  variant?: 'filled' | 'default' | 'subtle'
  /** The home, where several could be meant. */
  of?: string | undefined
  /** Absent where something is due. */
  label?: string
  /** What the dialog begins with. */
  choice?: PaymentChoice
}

/**
 * Opens the dialog of this sale; nothing where it cannot be paid online. Until this is known it stands there, off, so
 * that nothing moves afterwards.
 */
export function PayButton({ sale, today, variant = 'filled', of, label = 'Pagar', choice }: Props) {
  const canPay = useCanPay()(sale)
  const [isPaying, setPaying] = useState(false)
  if (canPay === false) return null
  return (
    <>
      <Button
        variant={variant}
        disabled={canPay === null}
        onClick={() => setPaying(true)}
        {...(of && { 'aria-label': `${label} ${of}` })}
      >
        {label}
      </Button>
      {isPaying && (
        <Suspense>
          <PayDialog
            sale={sale}
            today={today}
            {...(choice && { chosen: { choice, amount: '' } })}
            onClose={() => setPaying(false)}
          />
        </Suspense>
      )}
    </>
  )
}
