import { can } from '@carpeta/domain/access/permissions'
import { monthName } from '@carpeta/domain/dates/dates'
import { firstDay, isMonth, type Month } from '@carpeta/domain/dates/months'
import { accountStateNames, accountStates } from '@carpeta/domain/people/account-state'
import {
  activationShare,
  ageBands,
  formatShareOf,
  type ReportPeriod,
} from '@carpeta/domain/reports/reports'
import { formatCount } from '@carpeta/domain/text/counted'
import { Link } from 'react-router'
import { useStoredUser } from '../session/use-stored-user.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { usePhone } from '../ui/table/use-cards.ts'
import { shortMonth, withoutEmptyEnds } from './answers-report.tsx'
import type { Reports } from './calls.ts'
import { Chart } from './chart.tsx'
import { MonthsDetails, monthsSummary } from './months-details.tsx'
import { EmptyReport, ReportCard } from './report-card.tsx'
import classes from './reports.module.css'
import type { Series } from './series.tsx'

const ACTIVATION = 'Activación de cuentas'
const OPEN = 'Solicitudes abiertas hoy, por antigüedad'

const activated: Series[] = [{ name: 'Cuentas activadas', look: 'plain' }]

/** How many members can open their folder. */
export function AccountsReport({ period, reports }: { period: ReportPeriod; reports: Reports }) {
  const me = useStoredUser() ?? null
  const { accounts, activations } = reports
  const share = activationShare(accounts)
  const count = accountStates.reduce((sum, state) => sum + accounts[state], 0)
  const months = withoutEmptyEnds(
    activations.flatMap((row) => (isMonth(row.month) ? [{ ...row, month: row.month }] : [])),
    ({ accounts }) => accounts === 0,
  )
  if (count === 0) {
    return <EmptyReport title={ACTIVATION}>Todavía no hay cuentas de socios.</EmptyReport>
  }
  return (
    <ReportCard
      title={ACTIVATION}
      about="Las cuentas de los socios, sin las del personal. Los porcentajes son de las que no están desactivadas."
      figures={[
        ['Activadas', formatShareOf(share)],
        ['Cuentas', `${formatCount(share.part)} de ${formatCount(share.whole)}`],
      ]}
      files={[
        { name: 'accounts', label: 'Descargar estados (CSV)' },
        { name: 'activations', label: 'Descargar activaciones (CSV)' },
      ]}
      period={period}
    >
      <div className={classes.narrow}>
        <DataTable
          caption="Cuentas de socios por estado"
          isCompact
          columns={[
            { header: 'Estado', cell: (state) => accountStateNames[state] },
            {
              header: 'Cuentas',
              cell: (state) => formatCount(accounts[state]),
              isAmount: true,
            },
            {
              header: '%',
              cell: (state) =>
                state === 'inactive'
                  ? '-'
                  : formatShareOf({ part: accounts[state], whole: share.whole }),
              isAmount: true,
              isShort: true,
            },
          ]}
          rows={[...accountStates]}
          rowKey={(state) => state}
          empty=""
        />
      </div>
      {can(me, 'users.manage_users') && (
        <p>
          <Link to="/letters">Imprimir cartas con código para quienes nunca han entrado</Link>
        </p>
      )}
      <h3 className={classes.heading}>Activadas por mes</h3>
      <Chart
        title="Cuentas activadas por mes"
        folded={monthsSummary(months.length)}
        series={activated}
        bars={months.map(({ month, accounts }) => ({
          label: shortMonth(month),
          values: [accounts],
        }))}
      />
      {months.length === 0 ? (
        <p className={classes.none}>Ninguna cuenta se activó en este período.</p>
      ) : (
        <MonthsDetails count={months.length}>
          <div className={classes.narrow}>
            <DataTable
              caption="Cuentas activadas por mes"
              isCompact
              columns={[
                { header: 'Mes', cell: ({ month }) => monthName(firstDay(month)) },
                {
                  header: 'Cuentas activadas',
                  cell: ({ accounts }) => formatCount(accounts),
                  isAmount: true,
                },
              ]}
              rows={months}
              rowKey={({ month }) => month}
              empty=""
            />
          </div>
        </MonthsDetails>
      )}
    </ReportCard>
  )
}

const series: Series[] = [
  { name: 'En plazo', look: 'plain' },
  { name: 'Esperan al socio', look: 'light' },
  { name: 'Atrasadas', look: 'striped' },
]

/** Open requests now, by the business days since they were sent. */
export function OpenReport({ current, reports }: { current: Month; reports: Reports }) {
  const rows = reports.open.map((counts, index) => ({
    band: ageBands[index]?.name ?? '',
    ...counts,
    onTime: counts.requests - counts.waiting - counts.overdue,
  }))
  const sumOf = (count: (row: Row) => number) => rows.reduce((sum, row) => sum + count(row), 0)
  const count = sumOf(({ requests }) => requests)
  const isPhone = usePhone()
  if (count === 0) return <EmptyReport title={OPEN}>No hay solicitudes abiertas.</EmptyReport>
  return (
    <ReportCard
      title={OPEN}
      about="Las que están abiertas ahora, por los días hábiles desde su envío."
      figures={[
        [
          'Abiertas',
          <Link key="open" to="/requests">
            {formatCount(count)}
          </Link>,
        ],
        ['Esperan al socio', formatCount(sumOf(({ waiting }) => waiting))],
        [
          'Atrasadas',
          <Link key="overdue" to="/requests?overdue=1">
            {formatCount(sumOf(({ overdue }) => overdue))}
          </Link>,
        ],
      ]}
      files={[{ name: 'open', label: 'Descargar abiertas (CSV)' }]}
      period={{ from: current, to: current }}
    >
      <Chart
        title="Solicitudes abiertas por antigüedad"
        isHorizontal
        series={series}
        bars={rows.map(({ band, onTime, waiting, overdue }) => ({
          label: band,
          values: [onTime, waiting, overdue],
        }))}
      />
      <div className={classes.months}>
        <DataTable
          caption={OPEN}
          isCompact
          // The same figures as the chart; what is open is their sum.
          columns={isPhone ? columns.filter(({ header }) => header !== 'Abiertas') : columns}
          rows={rows}
          rowKey={({ band }) => band}
          empty=""
        />
      </div>
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
