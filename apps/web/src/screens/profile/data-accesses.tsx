import type { User } from '@carpeta/contract/auth'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { keepPreviousData } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type Access, type AccessesPage, accessesQuery } from '../../api/own-data.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { useOptionalQuery } from '../../session/use-optional-query.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import classes from './profile.module.css'

const TITLE = 'Quién accedió a mis datos'
/** The query parameter of the page. */
const PAGE = 'accesos'

const columns: Column<Access>[] = [
  { header: 'Qué', cell: ({ action }) => action, onCard: 'title' },
  { header: 'Quién', cell: ({ who }) => who || '-' },
  { header: 'Cuándo', cell: ({ at }) => dateTimeInSantiago(at), isShort: true },
  { header: 'Motivo', cell: ({ reason }) => reason || '-', onCard: 'line' },
]

/** The accesses of others to the user's data, a right under Ley 21.719. */
export function DataAccesses({ user }: { user: User | undefined }) {
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(params.get(PAGE)) || 1))
  const query = useOptionalQuery({
    ...accessesQuery(page),
    placeholderData: keepPreviousData,
    enabled: user !== undefined,
  })
  if (query.isAbsent) return null
  return (
    <Card title={TITLE} size="lg">
      <Accesses {...query} onPage={(next) => setParams({ [PAGE]: String(next) })} />
    </Card>
  )
}

interface AccessesProps {
  data: AccessesPage | undefined
  failure: Error | null
  refetch: () => unknown
  onPage: (page: number) => void
}

function Accesses({ data, failure: error, refetch, onPage }: AccessesProps) {
  const failure = error && <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return failure ?? <Skeleton height={96} />
  if (data.results.length === 0) {
    return (
      <EmptyState title="Nadie más ha visto tus datos">
        Cuando alguien los vea o los cambie, aquí sabrás quién fue, cuándo y por qué.
      </EmptyState>
    )
  }
  return (
    <>
      {failure}
      <p className={classes.detail}>
        Lo que vieron o cambiaron personas de la cooperativa, o a quienes dejas ver tus compras. Lo
        que alguien vio varias veces en una hora aparece una vez.
      </p>
      <div>
        <DataTable
          caption={TITLE}
          columns={columns}
          rows={data.results}
          rowKey={({ at }, index) => `${at} ${index}`}
          empty=""
        />
        <Pagination label={TITLE} current={data.current} last={data.lastPage} onPage={onPage} />
      </div>
    </>
  )
}
