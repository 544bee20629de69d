import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { daysStillDue, dueCalendar } from '@carpeta/domain/sales/due-calendar'
import type { Sale } from '@carpeta/domain/sales/sale'
import { statementDaysError } from '@carpeta/domain/sales/statement-days'
import { useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { DownloadIcon } from '../../ui/icons/icons.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useDownload } from '../../ui/use-download.ts'
import {
  downloadCertificate,
  downloadStatement,
  type StatementDates,
  type StatementFormat,
} from './calls.ts'
import classes from './other-papers.module.css'

interface Props {
  code: string
  year: string
  /** Without what was paid and is not recorded yet. */
  owed: Sale | undefined
}

/** The certificate, the statement of some days, and the due dates for a calendar. */
export function OtherPapers({ code, year, owed }: Props) {
  const { underWay, failure, save } = useDownload()
  const [dates, setDates] = useState({ from: `${year}-01-01`, to: `${year}-12-31` })
  const [error, setError] = useState('')

  function saveStatement(format: StatementFormat) {
    const refusal = statementDaysError(dates.from, dates.to)
    setError(refusal?.text ?? '')
    if (refusal) return
    const name = `estado-de-cuenta-${code}-${dates.from}-a-${dates.to}.${format}`
    void save(name, () => downloadStatement(code, format, dates))
  }

  function dateField(label: string, field: keyof StatementDates) {
    return (
      <DateField
        label={label}
        value={dates[field]}
        onChange={({ target: { value } }) => setDates({ ...dates, [field]: value })}
        error={error !== ''}
      />
    )
  }

  function button(label: string, isLoading: boolean, onClick: () => void) {
    return (
      <Button
        variant="default"
        size="sm"
        leftSection={<DownloadIcon size={18} />}
        loading={isLoading}
        disabled={underWay !== null}
        onClick={onClick}
      >
        {label}
      </Button>
    )
  }

  const certificate = `certificado-de-deuda-y-pagos-${code}.pdf`
  return (
    <div className={classes.papers}>
      <section aria-labelledby="certificate">
        <h3 id="certificate">Certificado de deuda y pagos</h3>
        <p>Lo que debes y lo que has pagado, en un PDF con folio que cualquiera puede verificar.</p>
        {button('Descargar certificado', underWay === certificate, () => {
          void save(certificate, () => downloadCertificate(code))
        })}
      </section>
      <section aria-labelledby="of-days">
        <h3 id="of-days">Estado de cuenta de unas fechas</h3>
        <p>
          Las cuotas que vencen y los pagos que hiciste entre dos fechas, por ejemplo en un año.
        </p>
        <div className={classes.dates}>
          {dateField('Desde', 'from')}
          {dateField('Hasta', 'to')}
        </div>
        {error && (
          <p role="alert" className={classes.error}>
            {error}
          </p>
        )}
        <ButtonRow>
          {button('PDF de estas fechas', underWay?.endsWith(`${dates.to}.pdf`) ?? false, () =>
            saveStatement('pdf'),
          )}
          {button('CSV de estas fechas', underWay?.endsWith(`${dates.to}.csv`) ?? false, () =>
            saveStatement('csv'),
          )}
        </ButtonRow>
      </section>
      {owed && <DueCalendar sale={owed} />}
      {failure !== undefined && <FailureNotice error={failure} />}
    </div>
  )
}

/** Made in the browser, of the sale as it is shown: no address of a calendar gives it to others. */
function DueCalendar({ sale }: { sale: Sale }) {
  const now = serverNow()
  const today = todayInSantiago(now)
  if (daysStillDue(sale, today).length === 0) return null

  function save() {
    const portal = window.location
    const file = new Blob([dueCalendar(sale, { today, now, portal })], { type: 'text/calendar' })
    saveFile(file, `vencimientos-${sale.code}.ics`)
  }

  return (
    <section aria-labelledby="calendar">
      <h3 id="calendar">Vencimientos en tu calendario</h3>
      <p>
        Un archivo con las fechas de tus próximas cuotas, sin montos, para el calendario de tu
        teléfono o computador. No cambia solo: si tu plan cambia, descárgalo de nuevo.
      </p>
      <Button variant="default" size="sm" leftSection={<DownloadIcon size={18} />} onClick={save}>
        Descargar vencimientos
      </Button>
    </section>
  )
}
