import { type CalendarDate, monthName } from '@carpeta/domain/dates/dates'
import { type InstalmentStatus, instalmentLabels } from '@carpeta/domain/sales/instalments'
import { StatusMark } from '../../../../ui/display/status-mark.tsx'
import classes from './instalment-strip.module.css'

interface Dated {
  dueOn: CalendarDate | null
  status: InstalmentStatus
}

// Most urgent first: it represents a month with several instalments.
const STATUSES: InstalmentStatus[] = ['overdue', 'partial', 'due', 'paid']
const PLURALS: Record<InstalmentStatus, string> = {
  paid: 'pagadas',
  partial: 'parciales',
  overdue: 'atrasadas',
  due: 'por vencer',
}
const MONTHS = ['E', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D']

/** One row per year, one mark per month. */
export function InstalmentStrip({ instalments }: { instalments: Dated[] }) {
  const years = yearsOf(instalments)
  if (years.length === 0) return null
  const counts = STATUSES.map((status) => ({
    status,
    count: instalments.filter((each) => each.status === status).length,
  })).filter(({ count }) => count > 0)
  const summary = counts.map(({ status, count }) => `${count} ${wordFor(status, count)}`).join(', ')

  return (
    <figure className={classes.strip}>
      <div className={classes.years} role="img" aria-label={`Cuotas por mes: ${summary}`}>
        <div className={classes.year}>
          <span />
          {MONTHS.map((initial, month) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the months is fixed.
            <span key={month} className={classes.initial}>
              {initial}
            </span>
          ))}
        </div>
        {years.map(({ year, months }) => (
          <div key={year} className={classes.year}>
            <span className={classes.number}>{year}</span>
            {months.map((found, month) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of the months is fixed.
              <span key={month} className={classes.month} title={found?.title}>
                {found && <StatusMark status={found.status} />}
              </span>
            ))}
          </div>
        ))}
      </div>
      <figcaption className={classes.legend}>
        {counts.map(({ status, count }) => (
          <span key={status}>
            <StatusMark status={status} />
            {count} {wordFor(status, count)}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

function wordFor(status: InstalmentStatus, count: number): string {
  return count === 1 ? instalmentLabels[status].toLowerCase() : PLURALS[status]
}

interface Month {
  status: InstalmentStatus
  title: string
}

function yearsOf(instalments: Dated[]): { year: number; months: (Month | null)[] }[] {
  const months = new Map<string, Month>()
  for (const { dueOn, status } of instalments) {
    if (!dueOn) continue
    const key = dueOn.slice(0, 7)
    const known = months.get(key)
    if (known && STATUSES.indexOf(known.status) <= STATUSES.indexOf(status)) continue
    months.set(key, { status, title: `${monthName(dueOn)}: ${instalmentLabels[status]}` })
  }
  const found = [...new Set([...months.keys()].map((key) => Number(key.slice(0, 4))))].sort()
  return found.map((year) => ({
    year,
    months: MONTHS.map((_, month) => months.get(monthKey(year, month + 1)) ?? null),
  }))
}

function monthKey(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
}
