import type { Sale } from '@carpeta/domain/sales/sale'
import { statementDaysError } from '@carpeta/domain/sales/statement-days'
import { useState } from 'react'
import { DueCalendar } from '../../due-calendar/due-calendar.tsx'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { DownloadIcon } from '../../ui/icons/icons.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { PrintButton } from './account-statement.tsx'
import { downloadStatement, type StatementDates, type StatementFormat } from './calls.ts'
import classes from './other-papers.module.css'

interface Props {
  code: string
  year: string
  /** Without what was paid and is not recorded yet. */
  owed: Sale | undefined
}

/** The statement of some days, the due dates for a calendar, and the statement on paper. */
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

  return (
    <div className={classes.papers}>
      <section aria-labelledby="of-days">
        <h3 id="of-days">Estado de cuenta de un año o de unas fechas</h3>
        <p>
          Las cuotas que vencen y los pagos que hiciste entre dos fechas, por ejemplo en un año.
        </p>
        <ButtonRow>
          {[Number(year) - 1, Number(year)].map((each) => (
            <Button
              key={each}
              variant="default"
              size="sm"
              onClick={() => setDates({ from: `${each}-01-01`, to: `${each}-12-31` })}
            >
              Todo {each}
            </Button>
          ))}
        </ButtonRow>
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
      <section aria-labelledby="print">
        <h3 id="print">Imprimir</h3>
        <p>Todo el estado de cuenta, en papel.</p>
        <PrintButton />
      </section>
      {failure !== undefined && <FailureNotice error={failure} />}
    </div>
  )
}
