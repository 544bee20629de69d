import { monthName } from '@carpeta/domain/dates/dates'
import {
  addMonths,
  firstDay,
  isMonth,
  type Month,
  monthsBetween,
} from '@carpeta/domain/dates/months'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import { MAX_REPORT_MONTHS, type ReportPeriod } from '@carpeta/domain/reports/reports'
import { useSearchParams } from 'react-router'
import { NativeSelect } from '../../ui/fields/inputs.ts'
import classes from './reports.module.css'

// In the address.
export const FROM = 'desde'
export const TO = 'hasta'

interface Props {
  /** As it stands in the address. */
  chosen: { from: string; to: string }
  period: ReportPeriod | Refusal
  current: Month
}

/** The months of the report, kept in the address. */
export function PeriodFilter({ chosen, period, current }: Props) {
  const shown = 'text' in period ? chosen : period
  return (
    <fieldset className={classes.period} aria-label="Período">
      <MonthSelect label="Desde" name={FROM} value={shown.from} current={current} shown={shown} />
      <MonthSelect label="Hasta" name={TO} value={shown.to} current={current} shown={shown} />
    </fieldset>
  )
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
      label={label}
      value={value}
      data={optionsWith(value, current)}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
}

/** The months that a report may go back to, newest first, and the chosen one. */
function optionsWith(value: string, current: Month): { value: string; label: string }[] {
  const months = monthsBetween(addMonths(current, 1 - MAX_REPORT_MONTHS), current).toReversed()
  const options = months.map((month) => ({ value: month, label: monthName(firstDay(month)) }))
  if (months.some((month) => month === value)) return options
  const label = isMonth(value) ? monthName(firstDay(value)) : 'Elige un mes'
  return [...options, { value, label }]
}
