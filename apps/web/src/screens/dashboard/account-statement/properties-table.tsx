import type { Property } from '@carpeta/domain/sales/sale'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'

const columns: Column<Property>[] = [
  { header: 'Tipo', cell: ({ type }) => type || '-', onCard: 'title' },
  { header: 'Lote', cell: ({ lot }) => lot || '-' },
  { header: 'Modelo', cell: ({ model }) => model || '-', onCard: 'line' },
]

export function PropertiesTable({ properties }: { properties: Property[] }) {
  return (
    <DataTable
      caption="Propiedades"
      columns={columns}
      rows={properties}
      rowKey={(_, index) => index}
      empty="La contabilidad no informa propiedades para esta venta."
    />
  )
}
