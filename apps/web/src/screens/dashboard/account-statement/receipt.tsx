import type { Payment } from '@carpeta/domain/sales/sale'
import { PrinterIcon } from '../../../ui/icons/icons.tsx'
import classes from './account-statement.module.css'

/**
 * Links only to web addresses: a `javascript:` URL in the data must not run (docs/security.md 9.4).
 */
export function Receipt({ payment: { key, receiptUrl } }: { payment: Payment }) {
  if (!receiptUrl || !/^https?:\/\//i.test(receiptUrl)) return '-'
  return (
    <a className={classes.receipt} href={receiptUrl} target="_blank" rel="noopener noreferrer">
      <PrinterIcon size={16} />
      Ver comprobante
      <span className={classes.unseen}> del pago {key} (se abre en otra pestaña)</span>
    </a>
  )
}
