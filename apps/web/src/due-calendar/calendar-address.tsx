import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { CopyButton } from '../ui/fields/copy-button.tsx'
import { TextInput } from '../ui/fields/inputs.ts'
import { CalendarIcon } from '../ui/icons/icons.tsx'
import { ButtonRow } from '../ui/layout/button-row.tsx'
import classes from './calendar-address.module.css'
import { createDueCalendar, dueCalendarQuery, stopSharing } from './calls.ts'

/** A secret address that a calendar reads by itself: made, shown once, and ended. */
export function CalendarAddress() {
  const client = useQueryClient()
  const { data: calendar } = useQuery(dueCalendarQuery)
  const [address, setAddress] = useState('')
  const [isStopped, setStopped] = useState(false)
  const changed = () => client.invalidateQueries({ queryKey: dueCalendarQuery.queryKey })
  const create = useMutation({
    mutationFn: createDueCalendar,
    onSuccess: (made) => {
      setAddress(made)
      setStopped(false)
      return changed()
    },
  })
  const stop = useMutation({
    mutationFn: stopSharing,
    onSuccess: async () => {
      await changed()
      setAddress('')
      setStopped(true)
    },
  })
  if (calendar === undefined) return <Skeleton height={112} className={classes.address} />
  if (calendar === null) return null

  const isShared = calendar.created_at !== null
  const isBusy = create.isPending || stop.isPending
  const failure = create.error ?? stop.error
  const createButton = (label: string) => (
    <Button
      variant="default"
      size="sm"
      leftSection={<CalendarIcon size={18} />}
      loading={create.isPending}
      disabled={isBusy}
      onClick={() => create.mutate()}
    >
      {label}
    </Button>
  )
  return (
    <div className={classes.address}>
      {address ? (
        <NewAddress address={address} />
      ) : isShared ? (
        <p>
          <UnbrokenDates text={sharedText(calendar)} />
        </p>
      ) : (
        <p role="status">
          {isStopped && 'Listo: el enlace ya no sirve. '}
          Con un enlace tu calendario se pone al día solo: tiene las fechas de las cuotas de todas
          tus compras, sin montos.
        </p>
      )}
      <ButtonRow>
        {!isShared && createButton('Crear enlace para mi calendario')}
        {isShared && !address && createButton('Crear otro enlace')}
        {isShared && (
          <Button
            variant="default"
            size="sm"
            loading={stop.isPending}
            disabled={isBusy}
            onClick={() => stop.mutate()}
          >
            Dejar de compartir
          </Button>
        )}
      </ButtonRow>
      {failure && <FailureNotice error={failure} />}
    </div>
  )
}

function sharedText({
  created_at,
  last_read_at,
}: {
  created_at: string | null
  last_read_at: string | null
}): string {
  const made = created_at === null ? '' : `el ${dateTimeInSantiago(created_at)}`
  const read =
    last_read_at === null
      ? 'ningún calendario lo ha leído todavía'
      : `un calendario lo leyó el ${dateTimeInSantiago(last_read_at)}`
  return `Creaste un enlace ${made}; ${read}. No lo mostramos de nuevo: si lo perdiste, crea otro, y el anterior deja de servir.`
}

function NewAddress({ address }: { address: string }) {
  return (
    <>
      <p role="status">
        Tu enlace está listo. Úsalo ahora: no lo mostramos de nuevo. Quien lo tenga ve esas fechas y
        cuál es tu casa, así que no lo compartas.
      </p>
      <TextInput
        label="Enlace de tu calendario"
        value={address}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <ButtonRow>
        <Button
          component="a"
          size="sm"
          leftSection={<CalendarIcon size={18} />}
          href={address.replace(/^https?:/, 'webcal:')}
        >
          Abrir en mi calendario
        </Button>
        <CopyButton text={address} label="Copiar enlace" />
      </ButtonRow>
      <p>
        En un iPhone, iPad o Mac, elige «Abrir en mi calendario». En Google Calendar, desde un
        computador: «Otros calendarios», «Desde URL», y pega el enlace.
      </p>
    </>
  )
}
