import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Sale } from '@carpeta/domain/sales/sale'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import classes from './sale-tabs.module.css'

/** Where the tabs of a sale will be: the footer stays below it, and does not jump when they come. */
export function TabsPlace() {
  return <div className={classes.tabs} />
}

export function TabSkeleton() {
  return (
    <>
      <p className={classes.waiting} role="status">
        Cargando…
      </p>
      <div aria-hidden="true">
        {['first', 'second', 'third'].map((line) => (
          <div key={line} className={classes.waitingLine}>
            <Skeleton width="45%" height={20} />
            <Skeleton width="75%" height={14} style={{ marginTop: 10 }} />
          </div>
        ))}
      </div>
    </>
  )
}

export interface SaleTabProps {
  sale: Sale
  today: CalendarDate
}
