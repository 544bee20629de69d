import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import {
  type InstalmentStatus,
  instalmentLabels,
  instalmentStatus,
} from '@carpeta/domain/sales/instalments'
import type { Sale } from '@carpeta/domain/sales/sale'
import type { InstalmentRow } from '@carpeta/domain/sales/statement'
import { type ReactNode, useState } from 'react'
import { UfAmount } from '../../../ui/display/amount.tsx'
import { Switch } from '../../../ui/fields/switch.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import classes from './account-statement.module.css'
import { InstalmentStrip } from './instalment-strip.tsx'
import { StatusMark } from './status-mark.tsx'

interface Row extends InstalmentRow {
  index: number
  status: InstalmentStatus
}

const columns: Column<Row>[] = [
  {
    header: 'Vencimiento',
    cell: ({ dueOn }) => (dueOn ? shortDate(dueOn) : '-'),
    onCard: 'title',
  },
  {
    header: 'Valor Cuota UF',
    cell: ({ amount }) => <UfAmount value={amount} isBare />,
    isAmount: true,
  },
  {
    header: 'Monto pagado UF',
    cell: ({ paid }) => <UfAmount value={paid} isBare />,
    isAmount: true,
  },
  {
    header: 'Saldo UF',
    cell: ({ balance }) => <UfAmount value={balance} isBare />,
    isAmount: true,
  },
  { header: 'Estado', cell: (row) => <State row={row} />, onCard: 'aside' },
]

interface Props {
  sale: Sale
  rows: InstalmentRow[]
  today: CalendarDate
  /** The totals. */
  children: ReactNode
}

export function Instalments({ sale, rows, today, children }: Props) {
  const [onlyPending, setOnlyPending] = useState(false)
  const all = withStatus(sale, rows, today)
  const shown = onlyPending ? all.filter(({ status }) => status !== 'paid') : all
  return (
    <Section
      title="5. CUOTAS"
      aside={
        all.length > 0 && (
          <Switch
            className={classes.filter ?? ''}
            label="Solo pendientes"
            checked={onlyPending}
            onChange={(event) => setOnlyPending(event.currentTarget.checked)}
          />
        )
      }
    >
      <InstalmentStrip instalments={all} />
      <DataTable
        caption="Cuotas"
        columns={columns}
        rows={shown}
        rowKey={({ index }) => index}
        empty={
          onlyPending ? 'No quedan cuotas pendientes.' : 'Esta venta no tiene cuotas registradas.'
        }
      />
      {children}
    </Section>
  )
}

// The statement's rows are in the order of the sale's instalments.
function withStatus(sale: Sale, rows: InstalmentRow[], today: CalendarDate): Row[] {
  return rows.flatMap((row, index) => {
    const instalment = sale.instalments[index]
    return instalment ? [{ ...row, index, status: instalmentStatus(instalment, today) }] : []
  })
}

/** The state that accounting sent, or our own label. */
function State({ row: { state, status } }: { row: Row }) {
  return (
    <span className={classes.state} data-status={status}>
      <StatusMark status={status} />
      {state || instalmentLabels[status]}
    </span>
  )
}
