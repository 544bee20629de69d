import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Sale } from '@carpeta/domain/sales/sale'
import { mayPayOnline } from '@carpeta/domain/sales/sale-rules'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ownPaymentsQuery } from '../../api/own-payments.ts'
import { lazyPart } from '../../connection/lazy-part.ts'
import { PAY, PAY_AMOUNT } from '../../payments/pay-address.ts'
import { useIsView } from '../../session/use-is-view.ts'
import { useOptionalQuery } from '../../session/use-optional-query.ts'
import { Button } from '../../ui/buttons/button.tsx'

const PayDialog = lazyPart(async () => (await import('./pay-dialog.tsx')).PayDialog)

/** Whether the user may pay sales online at all. */
export function useCanPay(): (sale: Sale) => boolean {
  const { data: online } = useOptionalQuery(ownPaymentsQuery)
  const isView = useIsView()
  return (sale) => !isView && online?.available === true && mayPayOnline(sale)
}

interface Props {
  sale: Sale
  today: CalendarDate
  variant?: 'filled' | 'light'
  /** The home, where several could be meant. */
  of?: string | undefined
}

/** Opens the dialog of this sale; nothing where it cannot be paid online. */
export function PayButton({ sale, today, variant = 'filled', of }: Props) {
  const canPay = useCanPay()
  const [isPaying, setPaying] = useState(false)
  if (!canPay(sale)) return null
  return (
    <>
      <Button
        variant={variant}
        onClick={() => setPaying(true)}
        {...(of && { 'aria-label': `Pagar ${of}` })}
      >
        Pagar
      </Button>
      {isPaying && (
        <Suspense>
          <PayDialog sale={sale} today={today} onClose={() => setPaying(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Opens the dialog that the address names, as after a payment that was not approved. */
export function PayFromAddress({ sales, today }: { sales: Sale[]; today: CalendarDate }) {
  const [params, setParams] = useSearchParams()
  const canPay = useCanPay()
  const sale = sales.find(({ code }) => code === params.get('venta'))
  const choice = params.get(PAY)
  if (choice === null || !sale || !canPay(sale)) return null
  const close = () =>
    setParams(
      (before) => {
        before.delete(PAY)
        before.delete(PAY_AMOUNT)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <Suspense>
      <PayDialog
        sale={sale}
        today={today}
        chosen={{ choice, amount: params.get(PAY_AMOUNT) ?? '' }}
        onClose={close}
      />
    </Suspense>
  )
}
