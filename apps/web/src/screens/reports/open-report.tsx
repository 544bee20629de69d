import { ageBands, type ReportPeriod } from '@carpeta/domain/reports/reports'
import { formatCount } from '@carpeta/domain/text/counted'
import type { Reports } from '../../api/staff/reports.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Chart } from './chart.tsx'
import { ReportCard } from './report-card.tsx'
import classes from './reports.module.css'
import type { Series } from './series.ts'

const series: Series[] = [
  { name: 'En plazo', look: 'plain' },
  { name: 'Esperan al socio', look: 'light' },
  { name: 'Atrasadas', look: 'striped' },
]

/** Open requests now, by the business days since they were sent. */
export function OpenReport({ period, reports }: { period: ReportPeriod; reports: Reports }) {
  const rows = reports.open.map((counts, index) => ({
    band: ageBands[index]?.name ?? '',
    ...counts,
    onTime: counts.requests - counts.waiting - counts.overdue,
  }))
  const count = rows.reduce((sum, { requests }) => sum + requests, 0)
  return (
    <ReportCard
      title="Solicitudes abiertas por antigüedad"
      about="Las que están abiertas ahora, por los días hábiles desde su envío. El período de arriba no las cambia."
      files={[{ name: 'open', label: 'Descargar abiertas (CSV)' }]}
      period={period}
    >
      {count === 0 ? (
        <p className={classes.none}>No hay solicitudes abiertas.</p>
      ) : (
        <>
          <Chart
            title="Solicitudes abiertas por antigüedad"
            isHorizontal
            series={series}
            bars={rows.map(({ band, onTime, waiting, overdue }) => ({
              label: band,
              values: [onTime, waiting, overdue],
            }))}
          />
          <DataTable
            caption="Solicitudes abiertas por antigüedad"
            columns={columns}
            rows={rows}
            rowKey={({ band }) => band}
            empty=""
          />
        </>
      )}
    </ReportCard>
  )
}

interface Row {
  band: string
  requests: number
  onTime: number
  waiting: number
  overdue: number
}

const columns: Column<Row>[] = [
  { header: 'Días hábiles', cell: ({ band }) => band, onCard: 'title' },
  { header: 'Abiertas', cell: ({ requests }) => formatCount(requests), isAmount: true },
  { header: 'En plazo', cell: ({ onTime }) => formatCount(onTime), isAmount: true },
  { header: 'Esperan al socio', cell: ({ waiting }) => formatCount(waiting), isAmount: true },
  { header: 'Atrasadas', cell: ({ overdue }) => formatCount(overdue), isAmount: true },
]
