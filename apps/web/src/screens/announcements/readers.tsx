import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { LIMITED_READERS_NOTICE } from '@carpeta/domain/people/limited-lists'
import { formatRut } from '@carpeta/domain/people/rut'
import { counted, formatCount } from '@carpeta/domain/text/counted'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnnouncementReader, readersQuery } from '../../api/announcements.ts'
import { type FilterField, Filters } from '../../list/filters.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import listClasses from './announcements.module.css'
import classes from './announcements.module.css'

const TITLE = 'Quién lo leyó'

const emailLabels = {
  queued: 'En camino',
  sent: 'Enviado',
  failed: 'Sin entregar',
  cancelled: 'No se envió',
}

const choicesOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const filters: FilterField[] = [
  { name: 'fullname', label: 'Nombre' },
  { name: 'social_security', label: 'Rut', isRut: true },
  {
    name: 'read',
    label: 'Lectura',
    choices: choicesOf({ read: 'Leído', unread: 'Sin leer' }),
  },
]

const emailFilter: FilterField = {
  name: 'email',
  label: 'Correo',
  choices: choicesOf(emailLabels),
}

interface Props {
  id: number
  sendsEmail: boolean
}

/** The people whom the announcement concerns: who has read it, and what became of each email. */
export function Readers({ id, sendsEmail }: Props) {
  const [asked, setAsked] = useState<{ page: number; filters: Record<string, string> }>({
    page: 1,
    filters: {},
  })
  const { data, error, refetch } = useQuery(readersQuery(id, asked.page, asked.filters))
  return (
    <Card title={TITLE} className={classes.readers ?? ''}>
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && (
        <>
          <p>
            {formatCount(data.read)} de {counted(data.people, 'persona', 'personas')}
            {data.people > 0 && ` (${Math.round((100 * data.read) / data.people)} %)`}
          </p>
          <Filters
            fields={sendsEmail ? [...filters, emailFilter] : filters}
            values={asked.filters}
            onFilter={(values) => setAsked({ page: 1, filters: given(values) })}
          />
          <DataTable
            caption={TITLE}
            columns={sendsEmail ? [...columns, emailColumn] : columns}
            rows={data.results}
            rowKey={({ id: reader }) => reader}
            empty="No hay resultados"
          />
          <Pagination
            label={TITLE}
            current={data.current}
            last={data.lastPage}
            onPage={(page) => setAsked({ ...asked, page })}
          />
          {data.isLimited && <p>{LIMITED_READERS_NOTICE}</p>}
        </>
      )}
    </Card>
  )
}

function given(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

const columns: Column<AnnouncementReader>[] = [
  {
    header: 'Socio',
    cell: ({ name, social_security }) => (
      <>
        {name}
        {social_security && (
          <span className={listClasses.detail}>{formatRut(social_security)}</span>
        )}
      </>
    ),
    onCard: 'title',
  },
  {
    header: 'Leído',
    cell: ({ read_at: at }) => (at ? dateTimeInSantiago(at) : 'Sin leer'),
    isShort: true,
  },
]

const emailColumn: Column<AnnouncementReader> = {
  header: 'Correo',
  cell: ({ email, email_failure: failure }) => (
    <>
      {email ? emailLabels[email] : '-'}
      {failure && (
        <span className={listClasses.detail} lang="en">
          {failure}
        </span>
      )}
    </>
  ),
  onCard: 'line',
}
