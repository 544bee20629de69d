import { shortDate } from '@carpeta/domain/dates/dates'
import { formatUf, isZeroUf } from '@carpeta/domain/money/money'
import type { Payment, Sale } from '@carpeta/domain/sales/sale'
import { type StatementPayment, statementPayments } from '@carpeta/domain/sales/statement'
import { statementLabels, unappliedNote } from '@carpeta/domain/sales/statement-labels'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { UfAmount } from '../../../ui/display/amount.tsx'
import { UnbrokenDates } from '../../../ui/display/unbroken-dates.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { usePhone } from '../../../ui/table/use-cards.ts'
import classes from './account-statement.module.css'
import { Receipt } from './receipt.tsx'

const { payments: labels } = statementLabels

const columns: Column<StatementPayment>[] = [
  { header: 'Pago', cell: ({ key }) => key || '-', onCard: 'title' },
  { header: 'Monto UF', cell: (payment) => <Amount payment={payment} />, isAmount: true },
  {
    header: 'Fecha depósito',
    cell: ({ depositedOn }) => (depositedOn ? shortDate(depositedOn) : '-'),
  },
  {
    header: 'Tipo documento',
    cell: (payment) => <DocumentType payment={payment} />,
    onCard: 'line',
  },
  { header: 'Comprobante', cell: (payment) => <Receipt payment={payment} />, onCard: 'aside' },
]

/** How many payments a phone shows at first. */
const RECENT = 6

/** On a phone the earlier payments are shown on demand. */
export function PaymentsTable({ sale }: { sale: Sale }) {
  const { payments, unapplied } = statementPayments(sale)
  const isPhone = usePhone()
  const [isAll, setAll] = useState(false)
  const earlier = payments.length - RECENT
  const isFolded = isPhone && !isAll && earlier > 1
  return (
    <div className={classes.payments}>
      {isFolded && (
        <Button variant="default" onClick={() => setAll(true)}>
          Ver los {earlier} pagos anteriores
        </Button>
      )}
      <DataTable
        caption="Pagos"
        columns={columns}
        rows={isFolded ? payments.slice(-RECENT) : payments}
        rowKey={({ key }, index) => `${key}-${index}`}
        empty="Todavía no hay pagos registrados."
      />
      {unapplied !== null && (
        <p className={classes.unapplied}>
          <strong>
            {labels.unapplied}: <UfAmount value={unapplied} />
          </strong>
          {unappliedNote}
        </p>
      )}
    </div>
  )
}

function Amount({ payment: { amount, unapplied } }: { payment: Payment }) {
  return (
    <>
      <UfAmount value={amount} isBare />
      {unapplied !== null && !isZeroUf(unapplied) && (
        <span className={classes.small}>
          {labels.unapplied} {formatUf(unapplied)}
        </span>
      )}
    </>
  )
}

/** With the instalments that the payment covers, where accounting tells them. */
function DocumentType({ payment: { documentType, covers } }: { payment: StatementPayment }) {
  return (
    <>
      {documentType || '-'}
      {covers && (
        <span className={classes.covers}>
          {' · '}
          <UnbrokenDates text={covers} />
        </span>
      )}
    </>
  )
}
