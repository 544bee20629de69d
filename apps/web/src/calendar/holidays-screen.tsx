import type { holidaySchema } from '@carpeta/contract/calendar'
import type { BodyOf } from '@carpeta/contract/endpoints'
import {
  type CalendarDate,
  dateOrNull,
  shortDate,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import {
  holidayMessages,
  readHolidayDate,
  readHolidayYear,
} from '@carpeta/domain/dates/holiday-rules'
import { counted } from '@carpeta/domain/text/counted'
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { answered } from '../api/client.ts'
import { serverNow } from '../api/server-clock.ts'
import { useRefusal } from '../forms/use-refusal.tsx'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { RefusedNotice } from '../session/failures/refused-notice.tsx'
import { from } from '../ui/breakpoints.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Tag } from '../ui/display/tag.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextInput } from '../ui/fields/inputs.ts'
import {
  CheckCircleIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  DashCircleIcon,
} from '../ui/icons/icons.tsx'
import { BackLink } from '../ui/layout/back-link.tsx'
import { Page } from '../ui/layout/page.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { useFocusKept } from '../ui/use-focus-kept.ts'
import { useMedia } from '../ui/use-media.ts'
import classes from './holidays.module.css'

const YEAR = 'ano'

/** The days on which deadlines do not run. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const today = todayInSantiago(serverNow())
  const asked = readHolidayYear(params.get(YEAR) ?? '')
  const year = useYearOfNext(today, asked)

  function showYear(next: number) {
    if (readHolidayYear(String(next)) === null) return
    const changed = new URLSearchParams(params)
    changed.set(YEAR, String(next))
    setParams(changed, { preventScrollReset: true })
  }

  return (
    <Page
      title="Feriados"
      isWide
      back={
        <BackLink to={{ pathname: '/procedures', search: withoutYear(params) }}>
          Volver a los trámites
        </BackLink>
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
        <AddPart />
        <HolidaysOfYear key={year} year={year} />
      </div>
    </Page>
  )
}

/** Without a year in the address, the one of the next holiday: after Christmas it is the next year. */
function useYearOfNext(today: CalendarDate, asked: number | null): number {
  const thisYear = Number(today.slice(0, 4))
  const { data } = useQuery({ ...holidaysQuery(thisYear), enabled: asked === null })
  if (asked !== null) return asked
  return data && !nextOf(data, today) ? thisYear + 1 : thisYear
}

function nextOf(holidays: Holiday[], today: CalendarDate): Holiday | undefined {
  return holidays.find(({ date, is_closed: isClosed }) => isClosed && date >= today)
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

interface TypedHoliday {
  date: string
  name: string
}

const fieldNames = ['date', 'name'] as const

/** Open where it is beside the list; above it, the next holiday would be out of view. */
function AddPart() {
  const isBeside = useMedia(from('wide'))
  return (
    <details className={classes.add} open={isBeside}>
      <summary>
        <h3>Cerrar otro día</h3>
      </summary>
      <AddHoliday />
    </details>
  )
}

/** Adds a day on which the cooperative is closed. */
function AddHoliday() {
  const client = useQueryClient()
  const { register, handleSubmit, setError, reset, formState } = useForm<TypedHoliday>({
    defaultValues: { date: '', name: '' },
  })
  const { errors, isSubmitting } = formState
  const refused = useRefusal(fieldNames, (name, message) =>
    setError(name, { message }, { shouldFocus: true }),
  )

  async function add({ date, name }: TypedHoliday) {
    refused.clear()
    try {
      const closed = await closedAlready(client, date)
      if (closed) {
        setError('date', { message: closed }, { shouldFocus: true })
        return
      }
      await setHoliday({ date, name: name.trim(), is_closed: true })
      await client.invalidateQueries({ queryKey: [HOLIDAYS] })
      // With the fields registered, which are not again with each rendering.
      reset(undefined, { keepFieldsRef: true })
    } catch (error) {
      refused.take(error)
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={handleSubmit(add)}>
      <DateField
        {...register('date', {
          validate: (date) => readHolidayDate(date) !== null || holidayMessages.date.text,
        })}
        label="Fecha"
        error={errors.date?.message}
      />
      <TextInput
        {...register('name')}
        label="Motivo"
        placeholder="Aniversario de la cooperativa"
        maxLength={200}
        autoComplete="off"
        error={errors.name?.message}
      />
      {refused.notice}
      <div>
        <Button type="submit" loading={isSubmitting}>
          Cerrar este día
        </Button>
      </div>
    </form>
  )
}

/** Empty when the day is open. */
async function closedAlready(client: QueryClient, date: string): Promise<string> {
  const days = await client.fetchQuery(holidaysQuery(Number(date.slice(0, 4))))
  const day = days.find((each) => each.date === date && each.is_closed)
  if (!day) return ''
  return day.is_own
    ? holidayMessages.alreadyClosed(day.name)
    : holidayMessages.closedByCountry(day.name)
}

interface Props {
  year: number
  holidays: Holiday[]
}

function HolidayTable({ year, holidays }: Props) {
  const client = useQueryClient()
  const kept = useFocusKept<HTMLDivElement>('button')
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: toggle,
    onSettled: () => client.invalidateQueries({ queryKey: [HOLIDAYS] }),
  })

  const today = todayInSantiago(serverNow())
  const isThisYear = String(year) === today.slice(0, 4)
  const next = isThisYear && nextOf(holidays, today)
  const past = isThisYear ? holidays.filter(({ date }) => date < today) : []
  const left = holidays.slice(past.length)

  const columns: Column<Holiday>[] = [
    {
      header: 'Fecha',
      cell: (holiday) => (
        <>
          <Day date={holiday.date} />
          {holiday === next && <strong className={classes.next}>Próximo</strong>}
        </>
      ),
      isShort: true,
      onCard: 'title',
    },
    { header: 'Nombre', cell: ({ name }) => name || '-', onCard: 'line' },
    { header: 'Atención', cell: (holiday) => <Attention {...holiday} />, isShort: true },
    {
      header: 'Origen',
      cell: ({ is_own }) => (is_own ? 'La cooperativa' : 'Nacional'),
      isShort: true,
    },
    {
      header: 'Acciones',
      cell: (holiday) => (
        <Button
          variant="default"
          loading={isPending && variables.date === holiday.date}
          aria-label={`${actionLabel(holiday)}: ${holiday.name || holiday.date}`}
          onClick={() => mutate(holiday)}
        >
          {actionLabel(holiday)}
        </Button>
      ),
      isShort: true,
      onCard: 'foot',
    },
  ]

  return (
    <div className={classes.table} {...kept}>
      {error && <RefusedNotice error={error} />}
      <DataTable
        caption={`Feriados de ${year}`}
        columns={columns}
        rows={left}
        rowKey={({ date }) => date}
        empty={past.length > 0 ? `No quedan feriados en ${year}.` : 'No hay resultados'}
      />
      {past.length > 0 && (
        <details className={classes.past}>
          <summary>{counted(past.length, 'feriado ya pasó', 'feriados ya pasaron')}</summary>
          <DataTable
            caption={`Feriados de ${year} que ya pasaron`}
            columns={columns}
            rows={past}
            rowKey={({ date }) => date}
            empty=""
          />
        </details>
      )}
    </div>
  )
}

/** Removes the cooperative's own setting, or marks a national holiday as a working day. */
function toggle({ date, name, is_own }: Holiday): Promise<void> {
  return is_own ? deleteHoliday(date) : setHoliday({ date, name, is_closed: false })
}

function actionLabel({ is_own, is_closed }: Holiday): string {
  if (!is_own) return 'Atender este día'
  return is_closed ? 'Quitar' : 'Volver a cerrar'
}

function Day({ date }: { date: string }) {
  const day = dateOrNull(date)
  if (!day) return <>{date}</>
  return (
    <>
      {shortDate(day)} <small>{weekdayOf(day)}</small>
    </>
  )
}

let weekday: Intl.DateTimeFormat | undefined

function weekdayOf(day: string): string {
  weekday ??= new Intl.DateTimeFormat('es-CL', { weekday: 'long', timeZone: 'UTC' })
  return weekday.format(new Date(`${day}T00:00:00Z`))
}

function Attention({ is_closed: isClosed }: Holiday) {
  return isClosed ? (
    <Tag tone="plain" icon={DashCircleIcon}>
      Cerrado
    </Tag>
  ) : (
    <Tag tone="green" icon={CheckCircleIcon}>
      Se atiende
    </Tag>
  )
}

type Holiday = z.infer<typeof holidaySchema>

const HOLIDAYS = 'holidays'

/** The holidays of a year, and those on which the cooperative works. */
function holidaysQuery(year: number) {
  return queryOptions({
    queryKey: [HOLIDAYS, year],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = { year: String(year) }
      return (await answered('GET /api/holidays/', { query, signal })).results
    },
  })
}

async function setHoliday(body: BodyOf<'POST /api/holidays/'>): Promise<void> {
  await answered('POST /api/holidays/', { body })
}

/** The day falls back to the national calendar. */
async function deleteHoliday(date: string): Promise<void> {
  await answered('DELETE /api/holidays/:date/', { params: { date } })
}
