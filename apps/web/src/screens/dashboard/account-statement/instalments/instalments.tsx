import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Sale } from '@carpeta/domain/sales/sale'
import type { InstalmentRow } from '@carpeta/domain/sales/statement'
import { datedInstalments, instalmentYears } from '@carpeta/domain/sales/statement/instalment-years'
import type { ReactNode } from 'react'
import { Switch } from '../../../../ui/fields/switch.ts'
import { Section } from '../../../../ui/layout/section.tsx'
import { InstalmentStrip } from './instalment-strip.tsx'
import { InstalmentTable } from './instalment-table.tsx'
import classes from './instalments.module.css'
import { useOnlyPending } from './use-only-pending.ts'

interface Props {
  sale: Sale
  rows: InstalmentRow[]
  today: CalendarDate
  /** The totals. */
  children: ReactNode
}

export function Instalments({ sale, rows, today, children }: Props) {
  const [onlyPending, setOnlyPending] = useOnlyPending()
  const all = datedInstalments(sale, rows, today)
  const arePaid = all.every(({ status }) => status === 'paid')
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
      {children}
      <InstalmentStrip instalments={all} />
      {all.length === 0 && <p className={classes.empty}>Esta venta no tiene cuotas registradas.</p>}
      {all.length > 0 && onlyPending && arePaid && (
        <p className={`${classes.empty} ${classes.pending}`}>No quedan cuotas pendientes.</p>
      )}
      {all.length > 0 && <InstalmentTable years={instalmentYears(all)} onlyPending={onlyPending} />}
    </Section>
  )
}
