import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { readHolidayYear } from '@carpeta/domain/dates/holiday-rules'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { holidaysQuery } from '../../api/holidays.ts'
import { ListSkeleton } from '../../list/list-skeleton.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ArrowLeftIcon, ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { AddHoliday } from './holidays/add-holiday.tsx'
import { HolidayTable } from './holidays/holiday-table.tsx'
import classes from './holidays/holidays.module.css'

const YEAR = 'ano'

/** The days on which deadlines do not run. */
export function Screen() {
  const [params, setParams] = useSearchParams()
  const thisYear = Number(todayInSantiago(new Date()).slice(0, 4))
  const year = readHolidayYear(params.get(YEAR) ?? '') ?? thisYear

  function showYear(next: number) {
    if (readHolidayYear(String(next)) === null) return
    const changed = new URLSearchParams(params)
    changed.set(YEAR, String(next))
    setParams(changed, { preventScrollReset: true })
  }

  return (
    <Page
      title="Feriados"
      actions={
        <Button
          component={Link}
          to={{ pathname: '/procedures', search: withoutYear(params) }}
          variant="default"
          leftSection={<ArrowLeftIcon size={18} />}
        >
          Volver a los trámites
        </Button>
      }
    >
      <p className={classes.lead}>
        En los días cerrados no corre el plazo para responder. El calendario del país ya está; aquí
        se añaden los días que la cooperativa cierra y se marcan los feriados en que atiende.
      </p>
      <nav className={classes.years} aria-label="Año">
        <Button variant="default" aria-label={`Ver ${year - 1}`} onClick={() => showYear(year - 1)}>
          <ChevronLeftIcon size={18} />
        </Button>
        <h2 aria-live="polite">{year}</h2>
        <Button variant="default" aria-label={`Ver ${year + 1}`} onClick={() => showYear(year + 1)}>
          <ChevronRightIcon size={18} />
        </Button>
      </nav>
      <div className={classes.parts}>
        <AddHoliday />
        <HolidaysOfYear key={year} year={year} />
      </div>
    </Page>
  )
}

function HolidaysOfYear({ year }: { year: number }) {
  const { data, error, isPending, refetch } = useQuery(holidaysQuery(year))
  if (isPending) return <ListSkeleton />
  if (!data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return <HolidayTable year={year} holidays={data} />
}

/** The way back keeps the list as it was. */
function withoutYear(params: URLSearchParams): string {
  const rest = new URLSearchParams(params)
  rest.delete(YEAR)
  return String(rest)
}
