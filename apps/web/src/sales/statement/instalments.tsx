// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the table semantics when the parts of
// a table are displayed as a grid.
import { type CalendarDate, monthName } from '@carpeta/domain/dates/dates'
import { formatPercent, isZeroUf, type Uf } from '@carpeta/domain/money/money'
import { notDeducted } from '@carpeta/domain/payments/awaited-notice'
import { markedLabel } from '@carpeta/domain/sales/doubtful-figures'
import { datedInstalments, instalmentYears } from '@carpeta/domain/sales/instalment-years'
import { type InstalmentStatus, instalmentLabels } from '@carpeta/domain/sales/instalments'
import type { Sale } from '@carpeta/domain/sales/sale'
import { type AccountStatement, statementInstalments } from '@carpeta/domain/sales/statement'
import { RESERVATION_BALANCE, statementLabels } from '@carpeta/domain/sales/statement-labels'
import { type ReactNode, useState } from 'react'
import type { Covered } from '../../payments/member/awaited.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { deviceStorage } from '../../ui/browser-storage.ts'
import { UfAmount } from '../../ui/display/amount.tsx'
import { Equivalent, EquivalentParts } from '../../ui/display/equivalent.tsx'
import { StatusMark } from '../../ui/display/status-mark.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { usePhone } from '../../ui/table/use-cards.ts'
import classes from './account-statement.module.css'
import instalmentTable from './instalment-table.module.css'
import { InstalmentTable } from './instalment-table.tsx'

/** The payments, for who does not want to pass every instalment by keyboard. */
export const PAYMENTS_ID = 'pagos'

interface Props {
  sale: Sale
  today: CalendarDate
  covered: Covered
  /** What is said of those. */
  notes: ReactNode
}

export function Instalments({ sale, today, covered, notes }: Props) {
  const [onlyPending, setOnlyPending] = useOnlyPending()
  const { instalments, totals } = statementInstalments(sale)
  const all = datedInstalments(sale, instalments, today, covered)
  const arePaid = all.every(({ status }) => status === 'paid')
  return (
    <Section
      title={statementLabels.instalments.title}
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
      <Totals totals={totals} sale={sale} missing={notDeducted(covered.values())} />
      <InstalmentStrip instalments={all} />
      {notes}
      {all.length === 0 && (
        <p className={classes.empty}>Esta compra no tiene cuotas registradas.</p>
      )}
      {all.length > 0 && onlyPending && arePaid && (
        <p className={`${classes.empty} ${classes.pending}`}>No quedan cuotas pendientes.</p>
      )}
      {all.length > 0 && (
        <a className={classes.skip} href={`#${PAYMENTS_ID}`}>
          Saltar a los pagos
        </a>
      )}
      {all.length > 0 && <InstalmentTable years={instalmentYears(all)} onlyPending={onlyPending} />}
    </Section>
  )
}

/** 'Solo pendientes', remembered on this device for each account. */
export function useOnlyPending(): [boolean, (value: boolean) => void] {
  const user = useStoredUser()
  const key = user ? `only_pending_${user.id}` : null
  const [isOnly, setIsOnly] = useState(() => key !== null && deviceStorage.get(key) === '1')
  function choose(value: boolean) {
    setIsOnly(value)
    if (key === null) return
    if (value) deviceStorage.set(key, '1')
    else deviceStorage.remove(key)
  }
  return [isOnly, choose]
}

interface TotalsProps {
  totals: AccountStatement['totals']
  sale: Sale
  /** What accounting has not deducted yet. */
  missing: string | null
}

/** On top of the instalments: agreed, paid and what is left. */
function Totals({ totals: { agreed, paid, paidShare, balance }, sale, missing }: TotalsProps) {
  return (
    <table className={classes.totals} role="table">
      <VisuallyHidden component="caption">Totales de la reserva</VisuallyHidden>
      <tbody role="rowgroup">
        <Total label={markedLabel(sale, 'Total Reserva Pactada', 'agreed')}>
          <UfAmount value={agreed} />
        </Total>
        <Total label={markedLabel(sale, 'Total Pagado en UF', 'paid')}>
          <UfAmount value={paid} />
        </Total>
        <Total label={markedLabel(sale, 'Total Pagado en %', 'paid')}>
          {paidShare === null ? '-' : formatPercent(paidShare)}
        </Total>
        <Total label={RESERVATION_BALANCE}>
          <UfAndPesos value={balance} ufOfToday={sale.ufOfToday} />
          {missing && (
            <small className={classes.small}>
              <UnbrokenDates text={missing} />
            </small>
          )}
        </Total>
      </tbody>
    </table>
  )
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {label}
      </th>
      <td role="cell">{children}</td>
    </tr>
  )
}

interface UfAndPesosProps {
  value: Uf | null
  ufOfToday: Sale['ufOfToday']
}

/**
 * An amount with its equivalent of today below, where today's UF is known; on a phone without that UF, which stands
 * at the top of the page.
 */
export function UfAndPesos({ value, ufOfToday }: UfAndPesosProps) {
  const isPhone = usePhone()
  return (
    <>
      <UfAmount value={value} />
      {value !== null && !isZeroUf(value) && ufOfToday !== null && (
        <span className={classes.small}>
          {isPhone ? (
            <Equivalent amount={value} uf={ufOfToday} />
          ) : (
            <EquivalentParts amount={value} uf={ufOfToday} />
          )}
        </span>
      )}
    </>
  )
}

interface Dated {
  dueOn: CalendarDate | null
  status: InstalmentStatus
}

// Most urgent first: it represents a month with several instalments.
const STATUSES: InstalmentStatus[] = ['overdue', 'partial', 'due', 'awaited', 'paid']
const PLURALS: Record<InstalmentStatus, string> = {
  paid: 'pagadas',
  partial: 'parciales',
  overdue: 'atrasadas',
  due: 'por vencer',
  awaited: 'por registrar',
}
const MONTHS = ['E', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D']

/** A phone has no room for a row each. */
const MANY_YEARS = 12

/** One row per year, one mark per month. */
function InstalmentStrip({ instalments }: { instalments: Dated[] }) {
  const years = yearsOf(instalments)
  const isPhone = usePhone()
  if (years.length === 0) return null
  const counts = STATUSES.map((status) => ({
    status,
    count: instalments.filter((each) => each.status === status).length,
  })).filter(({ count }) => count > 0)
  const summary = counts.map(({ status, count }) => `${count} ${wordFor(status, count)}`).join(', ')

  return (
    <figure className={instalmentTable.strip}>
      {!(isPhone && years.length > MANY_YEARS) && (
        <div className={instalmentTable.years} role="img" aria-label={`Cuotas por mes: ${summary}`}>
          <div className={instalmentTable.instalmentStripYear}>
            <span />
            {MONTHS.map((initial, month) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of the months is fixed.
              <span key={month} className={instalmentTable.initial}>
                {initial}
              </span>
            ))}
          </div>
          {years.map(({ year, months }) => (
            <div key={year} className={instalmentTable.instalmentStripYear}>
              <span className={instalmentTable.number}>{year}</span>
              {months.map((found, month) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the order of the months is fixed.
                <span key={month} className={instalmentTable.month} title={found?.title}>
                  {found && <StatusMark status={found.status} />}
                </span>
              ))}
            </div>
          ))}
        </div>
      )}
      <figcaption className={instalmentTable.legend}>
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
