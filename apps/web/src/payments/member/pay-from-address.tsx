import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Sale } from '@carpeta/domain/sales/sale'
import { autoSelected } from '@carpeta/domain/sales/sale-rules'
import { useSearchParams } from 'react-router'
import { PAY, PAY_AMOUNT } from './pay-address.ts'
import { useCanPay } from './pay-button.tsx'
import { PayDialog } from './pay-dialog.tsx'

/** Opens the dialog that the address names: from the menu, or after a payment that was not approved. */
export function PayFromAddress({ sales, today }: { sales: Sale[]; today: CalendarDate }) {
  const [params, setParams] = useSearchParams()
  const canPay = useCanPay()
  const code = params.get('venta')
  const sale = code === null ? autoSelected(sales) : sales.find((each) => each.code === code)
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
  const chosen = { choice, amount: params.get(PAY_AMOUNT) ?? '' }
  return <PayDialog sale={sale} today={today} chosen={chosen} onClose={close} />
}
