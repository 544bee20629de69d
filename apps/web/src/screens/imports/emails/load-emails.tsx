import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import { type LoadEmail, loadEmailsQuery } from '../../../api/news/load-emails.ts'
import { type FilterField, Filters } from '../../../list/filters.tsx'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { Pagination } from '../../../ui/table/pagination.tsx'
import classes from './load-emails.module.css'
import { LoadEmailsHead } from './load-emails-head.tsx'

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
        <span className={classes.detail}>{email}</span>
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
          <span className={classes.detail} lang="en">
            {failure}
          </span>
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
    return <p className={classes.lead}>Esta carga no envía correos.</p>
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
