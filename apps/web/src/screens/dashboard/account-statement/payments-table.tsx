import { shortDate } from '@carpeta/domain/dates/dates'
import type { Payment } from '@carpeta/domain/sales/sale'
import { UfAmount } from '../../../ui/display/amount.tsx'
import { PrinterIcon } from '../../../ui/icons/icons.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import classes from './account-statement.module.css'

const columns: Column<Payment>[] = [
  { header: 'Pago', cell: ({ key }) => key || '-', onCard: 'title' },
  { header: 'Monto UF', cell: ({ amount }) => <UfAmount value={amount} isBare />, isAmount: true },
  {
    header: 'Fecha depósito',
    cell: ({ depositedOn }) => (depositedOn ? shortDate(depositedOn) : '-'),
  },
  { header: 'Tipo documento', cell: ({ documentType }) => documentType || '-' },
  { header: 'Comprobante', cell: (payment) => <Receipt payment={payment} /> },
]

export function PaymentsTable({ payments }: { payments: Payment[] }) {
  return (
    <DataTable
      caption="Pagos"
      columns={columns}
      rows={payments}
      rowKey={({ key }, index) => `${key}-${index}`}
      empty="Todavía no hay pagos registrados."
    />
  )
}

/**
 * Links only to web addresses: a `javascript:` URL in the data must not run (docs/security.md 9.4).
 */
function Receipt({ payment: { key, receiptUrl } }: { payment: Payment }) {
  if (!receiptUrl || !/^https?:\/\//i.test(receiptUrl)) return '-'
  return (
    <a className={classes.receipt} href={receiptUrl} target="_blank" rel="noopener noreferrer">
      <PrinterIcon size={16} />
      Ver comprobante
      <span className={classes.unseen}> del pago {key} (se abre en otra pestaña)</span>
    </a>
  )
}
