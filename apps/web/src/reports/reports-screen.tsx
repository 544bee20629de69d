import { monthName, todayInSantiago } from '@carpeta/domain/dates/dates'
import {
  addMonths,
  firstDay,
  isMonth,
  type Month,
  monthOf,
  monthsBetween,
} from '@carpeta/domain/dates/months'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import {
  MAX_REPORT_MONTHS,
  type ReportPeriod,
  readReportPeriod,
} from '@carpeta/domain/reports/reports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { serverNow } from '../api/server-clock.ts'
import { Chip, ChipGroup } from '../list/chip.tsx'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { NativeSelect } from '../ui/fields/inputs.ts'
import { Page } from '../ui/layout/page.tsx'
import { Stack } from '../ui/layout/stack.tsx'
import { usePhone } from '../ui/table/use-cards.ts'
import { AccountsReport, OpenReport } from './accounts-report.tsx'
import { AnswersReport, LatestAnswers } from './answers-report.tsx'
import { reportsQuery } from './calls.ts'
import { OverdueReport, useOverdue } from './overdue-report.tsx'
import classes from './reports.module.css'

/** Figures of the requests and accounts, for those who supervise them: first those of today, then those of months. */
export function Component() {
  const [params] = useSearchParams()
  const current = monthOf(todayInSantiago(serverNow()))
  const isChosen = params.has(FROM) || params.has(TO)
  const chosen = isChosen
    ? { from: params.get(FROM) ?? '', to: params.get(TO) ?? '' }
    : { from: current, to: current }
  const period = readReportPeriod(chosen, current)
  const refusal = 'text' in period ? period : null
  const overdue = useOverdue()
  const isPhone = usePhone()
  const reports = useQuery({
    ...reportsQuery('text' in period ? null : period),
    // What is open today stays in its place while other months are read.
    placeholderData: keepPreviousData,
  })
  const { data, error, isPlaceholderData, refetch } = reports
  const latest = useQuery(reportsQuery({ from: addMonths(current, -1), to: current }))
  // Nothing moves under a finger: what is above is there first.
  const isHeld = overdue.query.isPending || latest.isPending || (!data && !error && !refusal)
  return (
    <Page title="Informes" isWide>
      <Stack gap="lg">
        {isHeld ? (
          <Skeleton height={isPhone ? 72 : 24} />
        ) : (
          latest.data && <LatestAnswers reports={latest.data} />
        )}
        <OverdueReport {...overdue} />
        {isHeld ? (
          <Loading />
        ) : (
          <>
            {data && <OpenReport current={current} reports={data} />}
            <PeriodFilter chosen={chosen} period={period} current={current} />
            {refusal && <Notice tone="warning">{refusal.text}</Notice>}
            {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
            {data && isPlaceholderData && !refusal && <Loading />}
            {data && !isPlaceholderData && !('text' in period) && (
              <>
                <AnswersReport period={period} reports={data} />
                <AccountsReport period={period} reports={data} />
              </>
            )}
          </>
        )}
      </Stack>
    </Page>
  )
}

function Loading() {
  return (
    <Stack gap="lg">
      <VisuallyHidden role="status">Cargando…</VisuallyHidden>
      <Skeleton height={172} radius={14} />
      <Skeleton height={172} radius={14} />
    </Stack>
  )
}

// In the address.
const FROM = 'desde'
const TO = 'hasta'

interface Props {
  /** As it stands in the address. */
  chosen: { from: string; to: string }
  period: ReportPeriod | Refusal
  current: Month
}

/** The months of the report, kept in the address. */
function PeriodFilter({ chosen, period, current }: Props) {
  const [params, setParams] = useSearchParams()
  const shown = 'text' in period ? chosen : period

  function choose({ from, to }: ReportPeriod) {
    const next = new URLSearchParams(params)
    next.set(FROM, from)
    next.set(TO, to)
    setParams(next, { preventScrollReset: true })
  }

  return (
    <div className={classes.periodHead}>
      <h2>Por período</h2>
      <ChipGroup label="Períodos usuales">
        {usualPeriods(current).map(({ name, ...usual }) => (
          <Chip
            key={name}
            isOn={shown.from === usual.from && shown.to === usual.to}
            onClick={() => choose(usual)}
          >
            {name}
          </Chip>
        ))}
      </ChipGroup>
      <fieldset className={classes.period} aria-label="Período">
        <MonthSelect label="Desde" name={FROM} value={shown.from} current={current} shown={shown} />
        <MonthSelect label="Hasta" name={TO} value={shown.to} current={current} shown={shown} />
      </fieldset>
    </div>
  )
}

const YEAR = 12

function usualPeriods(current: Month): (ReportPeriod & { name: string })[] {
  const last = addMonths(current, -1)
  return [
    { name: 'Este mes', from: current, to: current },
    { name: 'Mes anterior', from: last, to: last },
    { name: 'Últimos 12 meses', from: addMonths(current, 1 - YEAR), to: current },
  ]
}

interface SelectProps {
  label: string
  name: string
  value: string
  current: Month
  shown: { from: string; to: string }
}

function MonthSelect({ label, name, value, current, shown }: SelectProps) {
  const [params, setParams] = useSearchParams()

  function choose(month: string) {
    // Both, so that the other end stays as it is shown.
    const next = new URLSearchParams(params)
    next.set(FROM, shown.from)
    next.set(TO, shown.to)
    next.set(name, month)
    setParams(next, { preventScrollReset: true })
  }

  return (
    <NativeSelect
      size="sm"
      label={label}
      value={value}
      data={optionsWith(value, current)}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
}

/** The months that a report may go back to, newest first, and the chosen one. */
function optionsWith(value: string, current: Month): { value: string; label: string }[] {
  const months = monthsBetween(addMonths(current, 1 - MAX_REPORT_MONTHS), current).reverse()
  const options = months.map((month) => ({ value: month, label: monthName(firstDay(month)) }))
  if (months.some((month) => month === value)) return options
  const label = isMonth(value) ? monthName(firstDay(value)) : 'Elige un mes'
  return [...options, { value, label }]
}
