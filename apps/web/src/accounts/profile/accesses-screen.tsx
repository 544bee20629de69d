import type { User } from '@carpeta/contract/auth'
import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { WriteToUs } from '../../environment/write-to-us.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { type Access, type AccessesPage, accessesQuery } from './calls.ts'
import classes from './profile.module.css'

export function Component() {
  const user = useStoredUser()
  return (
    <Page title={TITLE} back={<BackLink to="/dashboard">Volver</BackLink>}>
      {user?.viewed_by ? (
        <Notice tone="info">{viewAsMessages.notShown.text}</Notice>
      ) : (
        <DataAccesses user={user ?? undefined} />
      )}
    </Page>
  )
}

const TITLE = 'Quién vio mis datos'
/** The query parameter of the page. */
const PAGE = 'pagina'

const columns: Column<Access>[] = [
  { header: 'Qué', cell: ({ action }) => <UnbrokenDates text={action} />, onCard: 'title' },
  { header: 'Quién', cell: ({ who, role }) => [who, role].filter(Boolean).join(' · ') || '-' },
  {
    header: 'Cuándo',
    cell: ({ at }) => <UnbrokenDates text={dateTimeInSantiago(at)} />,
    isShort: true,
  },
  { header: 'Motivo', cell: ({ reason }) => reason, onCard: 'line' },
]

/** The accesses of others to the user's data, a right under Ley 21.719. */
export function DataAccesses({ user }: { user: User | undefined }) {
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(params.get(PAGE)) || 1))
  const query = useQuery({
    ...accessesQuery(page),
    placeholderData: keepPreviousData,
    enabled: user !== undefined,
  })
  const { data, error, refetch } = query
  if (data === null) {
    return (
      <p>
        Aquí no está esa lista. Pídela a <CooperativeEmail />.
      </p>
    )
  }
  return (
    <Card size="lg" aria-label={TITLE}>
      <Accesses
        data={data}
        failure={error}
        refetch={refetch}
        onPage={(next) => setParams({ [PAGE]: String(next) })}
      />
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
      <p>
        ¿No reconoces a alguien? <WriteToUs isFirst about={TITLE} />.
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
