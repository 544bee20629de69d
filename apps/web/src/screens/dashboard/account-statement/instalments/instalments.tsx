import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { datedInstalments, instalmentYears } from '@carpeta/domain/sales/instalment-years'
import type { Sale } from '@carpeta/domain/sales/sale'
import { statementInstalments } from '@carpeta/domain/sales/statement'
import { Switch } from '../../../../ui/fields/switch.ts'
import { Section } from '../../../../ui/layout/section.tsx'
import { Totals } from '../totals.tsx'
import { InstalmentStrip } from './instalment-strip.tsx'
import { InstalmentTable } from './instalment-table.tsx'
import classes from './instalments.module.css'
import { useOnlyPending } from './use-only-pending.ts'

interface Props {
  sale: Sale
  today: CalendarDate
}

export function Instalments({ sale, today }: Props) {
  const [onlyPending, setOnlyPending] = useOnlyPending()
  const { instalments, totals } = statementInstalments(sale)
  const all = datedInstalments(sale, instalments, today)
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
      <Totals totals={totals} sale={sale} />
      <InstalmentStrip instalments={all} />
      {all.length === 0 && <p className={classes.empty}>Esta venta no tiene cuotas registradas.</p>}
      {all.length > 0 && onlyPending && arePaid && (
        <p className={`${classes.empty} ${classes.pending}`}>No quedan cuotas pendientes.</p>
      )}
      {all.length > 0 && <InstalmentTable years={instalmentYears(all)} onlyPending={onlyPending} />}
    </Section>
  )
}
