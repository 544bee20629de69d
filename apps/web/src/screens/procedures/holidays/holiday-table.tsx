import { dateOrNull, shortDate } from '@carpeta/domain/dates/dates'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteHoliday, HOLIDAYS, type Holiday, setHoliday } from '../../../api/holidays.ts'
import { FailureNotice } from '../../../session/failures/failure-notice.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import classes from './holidays.module.css'

interface Props {
  year: number
  holidays: Holiday[]
}

export function HolidayTable({ year, holidays }: Props) {
  const client = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: toggle,
    onSettled: () => client.invalidateQueries({ queryKey: [HOLIDAYS] }),
  })

  const columns: Column<Holiday>[] = [
    { header: 'Fecha', cell: ({ date }) => <Day date={date} />, isShort: true, onCard: 'title' },
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
          size="xs"
          loading={isPending && variables.date === holiday.date}
          aria-label={`${actionLabel(holiday)}: ${holiday.name || holiday.date}`}
          onClick={() => mutate(holiday)}
        >
          {actionLabel(holiday)}
        </Button>
      ),
      onCard: 'foot',
    },
  ]

  return (
    <div className={classes.table}>
      {error && <FailureNotice error={error} />}
      <DataTable
        caption={`Feriados de ${year}`}
        columns={columns}
        rows={holidays}
        rowKey={({ date }) => date}
        empty="No hay resultados"
      />
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
  return (
    <span className={classes.attention} data-closed={isClosed}>
      {isClosed ? 'Cerrado' : 'Se atiende'}
    </span>
  )
}
