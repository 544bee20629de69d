import type { LoadEmail, LoadEmailsSummary } from '@carpeta/contract/news'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { counted } from '@carpeta/domain/text/counted'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { answered } from '../api/client.ts'
import { pageOf } from '../api/resources.ts'
import { Confirmation } from '../forms/confirmation.tsx'
import { type FilterField, Filters } from '../list/filters.tsx'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { MailFailure } from '../ui/display/mail-failure.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Stack } from '../ui/layout/stack.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { Pagination } from '../ui/table/pagination.tsx'
import classes from './imports.module.css'

const CAPTION = 'Correos de la carga'

const labels: Record<LoadEmail['state'], string> = {
  waiting: 'En espera',
  sent: 'Enviado',
  failed: 'Sin entregar',
  cancelled: 'No se envió',
}

const filters: FilterField[] = [
  {
    name: 'state',
    label: 'Estado',
    choices: Object.entries(labels).map(([value, label]) => ({ value, label })),
  },
]

const columns: Column<LoadEmail>[] = [
  {
    header: 'Socio',
    cell: ({ name, email }) => (
      <>
        {name}
        <span className={classes.loadEmailsDetail}>{email}</span>
      </>
    ),
    onCard: 'title',
  },
  { header: 'Novedades', cell: ({ news }) => news, isShort: true },
  {
    header: 'Estado',
    cell: ({ state, failure }) => (
      <>
        {labels[state]}
        {failure && (
          <div className={classes.loadEmailsDetail}>
            <MailFailure said={failure} />
          </div>
        )}
      </>
    ),
    onCard: 'line',
  },
  { header: 'Desde', cell: ({ at }) => dateTimeInSantiago(at), isShort: true },
]

/** The emails with news that a load sends: to whom, and what the mail server answered. */
export function LoadEmails({ loadId }: { loadId: number }) {
  const [asked, setAsked] = useState({ page: 1, state: '' })
  const { data, error, refetch } = useQuery(loadEmailsQuery(loadId, asked.page, asked.state))
  if (error instanceof ApiError && error.status === 404) {
    return <p className={classes.loadEmailsLead}>Esta carga no envía correos.</p>
  }
  if (!data) {
    return error ? (
      <LoadFailure error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={160} />
    )
  }
  return (
    <Stack>
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      <LoadEmailsHead loadId={loadId} summary={data.summary} />
      <Filters
        fields={filters}
        values={{ state: asked.state }}
        onFilter={({ state = '' }) => setAsked({ page: 1, state })}
      />
      <DataTable
        caption={CAPTION}
        columns={columns}
        rows={data.results}
        rowKey={({ id }) => id}
        empty="No hay correos"
      />
      <Pagination
        label={CAPTION}
        current={data.current}
        last={data.lastPage}
        onPage={(page) => setAsked({ ...asked, page })}
      />
    </Stack>
  )
}

interface Props {
  loadId: number
  summary: LoadEmailsSummary
}

/** How many emails went out, and the switch that keeps or sends the others. */
function LoadEmailsHead({ loadId, summary }: Props) {
  const { waiting, sent, failed, cancelled, is_paused, is_held, is_undone } = summary
  return (
    <>
      <p className={classes.loadEmailsLead}>
        {counted(sent, 'enviado', 'enviados')}, {waiting} en espera, {failed} sin entregar y{' '}
        {counted(cancelled, 'que no se envió', 'que no se enviaron')}. «Enviado» dice que el
        servidor de correo lo aceptó; si después lo devuelve, la devolución llega a la casilla desde
        la que se envía.
      </p>
      {is_undone && (
        <Notice tone="info">La carga se deshizo: lo que no había salido ya no se envía.</Notice>
      )}
      {is_held && (
        <Notice tone="info">
          Pidieron deshacer esta carga: mientras tanto no sale ningún correo.
        </Notice>
      )}
      {!is_undone && is_paused && (
        <Notice
          tone="warning"
          action={!is_held && <Change kind="send" loadId={loadId} waiting={waiting} />}
        >
          Los correos de esta carga están en pausa.
        </Notice>
      )}
      {!is_undone && !is_paused && (
        <div>
          <Change kind="pause" loadId={loadId} waiting={waiting} />
        </div>
      )}
    </>
  )
}

const texts = {
  send: {
    button: 'Enviar ahora',
    title: 'Enviar los correos',
    confirm: 'Enviar',
    action: sendEmails,
    consequence: (waiting: number) =>
      `Se enviará a los socios ${counted(waiting, 'correo que espera', 'correos que esperan')}.`,
  },
  pause: {
    button: 'Poner en pausa',
    title: 'Poner los correos en pausa',
    confirm: 'Poner en pausa',
    action: pauseEmails,
    consequence: (waiting: number) =>
      `No saldrán más correos de esta carga hasta que alguien los envíe. En espera: ${waiting}.`,
  },
}

function Change({ kind, loadId, waiting }: { kind: keyof typeof texts } & Waiting) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const { button, title, confirm, action, consequence } = texts[kind]
  return (
    <>
      <Button variant={kind === 'send' ? 'filled' : 'default'} onClick={() => setAsking(true)}>
        {button}
      </Button>
      {isAsking && (
        <Confirmation
          title={title}
          confirm={confirm}
          action={async () => {
            await action(loadId)
            await client.invalidateQueries(everyPageOf(loadId))
          }}
          onClose={() => setAsking(false)}
        >
          <p>{consequence(waiting)}</p>
        </Confirmation>
      )}
    </>
  )
}

interface Waiting {
  loadId: number
  waiting: number
}

const LOAD_EMAILS = 'load emails'
const POLL_INTERVAL_MS = 3000
// Each poll counts as activity. The limit keeps emails that wait long from keeping the session alive.
const MAX_POLLS = 100

/** The emails of a load, polled while they go out. */
function loadEmailsQuery(loadId: number, page: number, state: string) {
  return queryOptions({
    queryKey: [LOAD_EMAILS, loadId, page, state],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answered('GET /api/loads/:id/emails/', {
        params: { id: loadId },
        query: { ...pageOf(page), state },
        signal,
      }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && isSending(data.summary) && dataUpdateCount < MAX_POLLS ? POLL_INTERVAL_MS : false,
  })
}

function isSending({ waiting, is_paused, is_undone }: LoadEmailsSummary): boolean {
  return waiting > 0 && !is_paused && !is_undone
}

function everyPageOf(loadId: number) {
  return { queryKey: [LOAD_EMAILS, loadId] }
}

async function pauseEmails(loadId: number): Promise<void> {
  await answered('POST /api/loads/:id/emails/pause/', { params: { id: loadId } })
}

async function sendEmails(loadId: number): Promise<void> {
  await answered('POST /api/loads/:id/emails/send/', { params: { id: loadId } })
}
