import { clashAdvice, clashTitle } from '@carpeta/domain/sales/balance-parts'
import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { WriteToUs } from '../../environment/write-to-us.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Advises not to pay yet, and says whom to ask, where a sale owes instalments while its balance is below zero. */
export function FiguresClash({ sale }: { sale: Sale }) {
  return (
    <Notice tone="warning">
      <strong>{clashTitle}</strong> {clashAdvice(sale.advisor)}{' '}
      <WriteToUs about={`Cifras por revisar: ${nameOf(sale)}`} />.
    </Notice>
  )
}
