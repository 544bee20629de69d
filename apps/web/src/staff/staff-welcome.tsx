import type { User } from '@carpeta/contract/auth'
import { useQuery } from '@tanstack/react-query'
import { useContext, useId } from 'react'
import { Link } from 'react-router'
import { answered } from '../api/client.ts'
import { optionalQuery } from '../api/optional-query.ts'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { SearchIcon } from '../ui/icons/icons.tsx'
import { OpenSearch } from '../ui/open-search.ts'
import classes from './staff-welcome.module.css'
import { type List, UrgentWork } from './urgent-work.tsx'
import { type WorkCounts, workCountsQuery } from './work-counts.ts'

/** The start page of staff, who have no sales: what awaits them. */
export function StaffWelcome({ user }: { user: User }) {
  const onSearch = useContext(OpenSearch)
  return (
    <section className={classes.welcome}>
      {user.is_superuser && <BackupFault />}
      {onSearch && (
        <div className={classes.search}>
          <Button
            variant="default"
            size="md"
            leftSection={<SearchIcon size={18} />}
            onClick={onSearch}
          >
            Buscar socio, venta o solicitud
          </Button>
        </div>
      )}
      {user.permissions.length === 0 ? (
        <p>Tu cuenta todavía no tiene permisos. Pídelos a quien administra el portal.</p>
      ) : (
        <WorkCountsPart />
      )}
    </section>
  )
}

/** What is wrong with the backups, for superusers. */
const backupFaultQuery = optionalQuery({
  queryKey: ['backups'],
  staleTime: 0,
  queryFn: async ({ signal }) => (await answered('GET /api/staff/backups/', { signal })).fault,
})

/** One line while backups are missing: the superusers know who looks after the server. */
function BackupFault() {
  const { data: fault } = useQuery(backupFaultQuery)
  if (!fault) return null
  return (
    <Notice tone="warning">
      Faltan respaldos del portal. <UnbrokenDates text={fault} /> Avisa a quien administra el
      servidor.
    </Notice>
  )
}

/** Counts of pending work, each a link to the rows it counts; what has no rows is left out. */
function WorkCountsPart() {
  const { data, error, refetch } = useQuery(workCountsQuery)
  if (data === null) return <InMenu />
  if (!data && error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const groups = workGroups(data)
  if (groups.length === 0 && !data.setup) return <InMenu />
  const waiting = groups
    .filter(({ counts }) => counts.some(({ count }) => count > 0))
    .map(({ title, counts, hasZeros }) => ({
      title,
      counts: hasZeros ? counts : counts.filter(({ count }) => count > 0),
    }))
  const readers = data.users?.awaited_readers ?? []
  const waitsNothing = waiting.length === 0 && readers.length === 0
  return (
    <>
      <UrgentWork counts={data} list={waitsNothing ? firstList(data) : null} />
      {waiting.map(({ title, counts }) => (
        <Group key={title} title={title} counts={counts} />
      ))}
      <AwaitedReaders readers={readers} />
    </>
  )
}

/** For those whom no count is for. */
function InMenu() {
  return <p>Tus pantallas están en el menú.</p>
}

/** Where somebody looks for whom nothing waits. */
function firstList(counts: WorkCounts): List | null {
  if (counts.requests) return { to: '/requests', label: 'Ver las solicitudes' }
  if (counts.payment_reports) return { to: '/payment-reports', label: 'Ver los pagos informados' }
  if (counts.payments) return { to: '/payments', label: 'Ver los pagos en línea' }
  if (counts.document_imports) return { to: '/member-documents', label: 'Ver los documentos' }
  if (counts.loads) return { to: '/imports', label: 'Ver las cargas' }
  return counts.users ? { to: '/users', label: 'Ver los usuarios' } : null
}

/** The purchases with a reader who has no account; it is created from the holder's file. */
function AwaitedReaders({
  readers,
}: {
  readers: NonNullable<NonNullable<WorkCounts['users']>['awaited_readers']>
}) {
  const title = useId()
  if (readers.length === 0) return null
  return (
    <section className={classes.group} aria-labelledby={title}>
      <h2 id={title}>Esperan su cuenta</h2>
      <ul className={classes.readers}>
        {readers.map(({ id, holder_id, sale_code }) => (
          <li key={id}>
            {holder_id === null ? (
              readerOf(sale_code)
            ) : (
              <Link to={`/users/${holder_id}`}>{readerOf(sale_code)}</Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function readerOf(saleCode: string): string {
  return `Quien puede ver la venta ${saleCode}`
}

function Group({ title, counts }: { title: string; counts: WorkCount[] }) {
  const id = useId()
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={classes.counts}>
        {counts.map(({ label, count, to, isUrgent }) => (
          <li key={label} data-tone={toneOf(count, isUrgent)}>
            <Link to={to}>
              <strong>{count}</strong> <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function toneOf(count: number, isUrgent = false) {
  if (count === 0) return 'none'
  return isUrgent ? 'urgent' : 'plain'
}

const PLACEHOLDERS = ['1', '2', '3', '4']

function Loading() {
  return (
    <div className={classes.group}>
      <VisuallyHidden role="status">Cargando…</VisuallyHidden>
      <Skeleton width={120} height={20} />
      <div className={classes.counts} aria-hidden="true">
        {PLACEHOLDERS.map((each) => (
          <Skeleton key={each} height={98} radius={14} />
        ))}
      </div>
    </div>
  )
}

interface WorkCount {
  label: string
  count: number
  /** The list with the rows that are counted. */
  to: string
  /** Shown in red unless zero. */
  isUrgent?: boolean
}

interface WorkGroup {
  title: string
  counts: WorkCount[]
  /** Each has its place, also where nothing waits. */
  hasZeros?: boolean
}

/** The counts that the server answered, which are those the user has the permission for. */
function workGroups({
  requests,
  payment_reports,
  payments,
  document_imports,
  loads,
  users,
}: WorkCounts): WorkGroup[] {
  const groups: WorkGroup[] = [
    {
      title: 'Solicitudes',
      hasZeros: true,
      counts: requests
        ? [
            { label: 'Abiertas', count: requests.open, to: '/requests' },
            {
              label: 'Atrasadas',
              count: requests.overdue,
              to: '/requests?overdue=1',
              isUrgent: true,
            },
            { label: 'Mías', count: requests.mine, to: '/requests?mine=1' },
            {
              label: 'Sin asignar',
              count: requests.unassigned,
              to: '/requests?unassigned=1',
            },
          ]
        : [],
    },
    {
      title: 'Otras tareas',
      counts: [
        ...(payment_reports
          ? [
              {
                label: 'Pagos informados por revisar',
                count: payment_reports.reported,
                to: '/payment-reports?state=reported',
              },
            ]
          : []),
        ...(payments
          ? [
              {
                label: 'Pagos en línea por aclarar',
                count: payments.unrecorded,
                to: '/payments?unrecorded=1',
                isUrgent: true,
              },
            ]
          : []),
        ...(document_imports
          ? [
              {
                label: 'Zips de documentos por resolver',
                count: document_imports.waiting,
                to: '/member-documents',
              },
            ]
          : []),
        ...(loads
          ? [
              {
                label: 'Cargas con ventas rechazadas',
                count: loads.with_rejects,
                to: '/imports?con_rechazos=1#historia',
                isUrgent: true,
              },
            ]
          : []),
        ...(users
          ? [
              {
                label: 'Invitaciones y correos fallidos',
                count: users.failed_emails,
                to: '/users?invitation=failed',
                isUrgent: true,
              },
            ]
          : []),
      ],
    },
  ]
  return groups.filter(({ counts }) => counts.length > 0)
}
