import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { daysStillDue, dueCalendar } from '@carpeta/domain/sales/due-calendar'
import type { Sale } from '@carpeta/domain/sales/sale'
import { serverNow } from '../api/server-clock.ts'
import { useIsView } from '../session/use-is-view.ts'
import { Button } from '../ui/buttons/button.tsx'
import { DownloadIcon } from '../ui/icons/icons.tsx'
import { saveFile } from '../ui/save-file.ts'
import { CalendarAddress } from './calendar-address.tsx'

/** The dates on which instalments are due, for a calendar: at an address, or as a file. */
export function DueCalendar({ sale }: { sale: Sale }) {
  const isView = useIsView()
  const now = serverNow()
  const today = todayInSantiago(now)
  if (daysStillDue(sale, today).length === 0) return null

  function save() {
    const portal = window.location
    const file = new Blob([dueCalendar([sale], { today, now, portal })], { type: 'text/calendar' })
    saveFile(file, `vencimientos-${sale.code}.ics`)
  }

  return (
    <section aria-labelledby="calendar">
      <h3 id="calendar">Calendario de vencimientos</h3>
      {/* The address has the purchases that one holds, and is a secret of the account. */}
      {!isView && sale.shared === null && <CalendarAddress />}
      <p>
        Un archivo con las fechas de las cuotas de esta compra, sin montos, no cambia solo: si tu
        plan cambia, descárgalo de nuevo.
      </p>
      <Button variant="default" size="sm" leftSection={<DownloadIcon size={18} />} onClick={save}>
        Descargar vencimientos
      </Button>
    </section>
  )
}
