import { shortDate } from '@carpeta/domain/dates/dates'
import type { CommitmentRow } from '@carpeta/domain/sales/statement'
import { PesosAmount, UfAmount } from '../../../ui/display/amount.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import classes from './account-statement.module.css'

const columns: Column<CommitmentRow>[] = [
  { header: 'Forma de Pago', cell: (row) => <FormOfPayment row={row} />, onCard: 'title' },
  { header: 'Fecha', cell: ({ date }) => (date ? shortDate(date) : '-') },
  { header: 'Monto Pesos', cell: ({ pesos }) => <PesosAmount value={pesos} />, isAmount: true },
  { header: 'Monto UF', cell: ({ uf }) => <UfAmount value={uf} isBare />, isAmount: true },
]

export function CommitmentTable({ rows }: { rows: CommitmentRow[] }) {
  return (
    <DataTable
      caption="Compromiso de pago de reserva"
      columns={columns}
      rows={rows}
      rowKey={({ label }) => label}
      empty="No hay compromisos de pago de reserva."
    />
  )
}

function FormOfPayment({ row: { label, documentType } }: { row: CommitmentRow }) {
  return (
    <>
      {label}
      {documentType && <small className={classes.small}>{documentType}</small>}
    </>
  )
}
