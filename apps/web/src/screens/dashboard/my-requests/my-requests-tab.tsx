import { shortDate } from '@carpeta/domain/dates'
import type { RequestSummary } from '@carpeta/domain/sale'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { SaleTabProps } from '../sale-tab-props.ts'
import classes from './my-requests.module.css'

const columns: Column<RequestSummary>[] = [
  { header: 'Nº', cell: ({ key }) => key, onCard: 'aside' },
  { header: 'Trámite', cell: ({ procedureTitle }) => procedureTitle || '-', onCard: 'title' },
  { header: 'Enviado', cell: ({ sentOn }) => (sentOn ? shortDate(sentOn) : '-') },
  { header: 'Respuesta', cell: ({ answer }) => answer || 'Sin respuesta todavía', onCard: 'line' },
  { header: 'Fecha cierre', cell: ({ closedOn }) => (closedOn ? shortDate(closedOn) : '-') },
]

export function MyRequestsTab({ sale }: SaleTabProps) {
  if (sale.requests.length === 0) {
    return (
      <EmptyState title="No hay trámites pendientes">
        Aquí verás los trámites que solicites y lo que te responda la cooperativa.
      </EmptyState>
    )
  }
  return (
    <div className={classes.requests}>
      <DataTable
        caption="Mis trámites"
        columns={columns}
        rows={sale.requests}
        rowKey={({ key }) => key}
        empty="No hay trámites pendientes"
      />
    </div>
  )
}
