import { overdueSince, timeLeft } from '@carpeta/domain/requests/queue-rules'
import { requestNumber } from '@carpeta/domain/requests/request-number'
import { counted } from '@carpeta/domain/text/counted'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { answered } from '../api/client.ts'
import { optionalQuery } from '../api/optional-query.ts'
import { serverNow } from '../api/server-clock.ts'
import type { RequestRow } from '../requests/staff/calls.ts'
import { from } from '../ui/breakpoints.ts'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { AlertIcon } from '../ui/icons/icons.tsx'
import { useMedia } from '../ui/use-media.ts'
import classes from './staff-welcome.module.css'
import type { WorkCounts } from './work-counts.ts'

const MAX_URGENT = 5

/** As many as a desktop's window has room for above the counts. */
const MAX_ON_DESKTOP = 10
const DESKTOP = `${from('wide')} and (min-height: 860px)`

// Those for which it is the member's turn do not wait.
const WAITING = 'sent,in_review'

/**
 * The requests that the user has to answer, or that nobody has, the most overdue first, with how many there are; also
 * all of the user's whose member replied, however late they are due.
 */
const urgentRequestsQuery = optionalQuery({
  queryKey: ['urgent requests'],
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const list = (flags: Partial<Record<'mine' | 'unassigned' | 'replied', '1'>>) => {
      const query = { state: WAITING, ...flags, pageSize: String(MAX_ON_DESKTOP) }
      return answered('GET /api/requests/', { query, signal })
    }
    const [mine, unassigned, replied] = await Promise.all([
      list({ mine: '1' }),
      list({ unassigned: '1' }),
      list({ mine: '1', replied: '1' }),
    ])
    const rows = [mine, unassigned, replied].flatMap(({ results }) => results)
    const dueOf = ({ due_at }: { due_at: string | null }) => due_at ?? '9999'
    return {
      rows: [...new Map(rows.map((row) => [row.id, row])).values()].sort((a, b) =>
        dueOf(a).localeCompare(dueOf(b)),
      ),
      mine: mine.total,
      unassigned: unassigned.total,
    }
  },
})

export interface List {
  to: string
  label: string
}

interface Task {
  title: string
  /** Whose request it is. */
  who?: string
  detail: string
  /** What to do with it. */
  todo: string
  to: string
  isLate: boolean
}

interface Props {
  counts: WorkCounts
  /** A link beside 'nothing waits'. */
  list: List | null
}

/** The most urgent rows, each with what to do: late and answered requests, what went wrong, what waits. */
export function UrgentWork({ counts, list }: Props) {
  const limit = useMedia(DESKTOP) ? MAX_ON_DESKTOP : MAX_URGENT
  const { data: requests, isPending } = useQuery({
    ...urgentRequestsQuery,
    enabled: counts.requests !== undefined,
  })
  if (counts.requests && isPending) return <Skeleton height={200} radius={14} />
  const tasks = urgentTasks(counts, requests?.rows ?? []).slice(0, limit)
  return (
    <section className={classes.group} aria-labelledby="tu-trabajo">
      <h2 id="tu-trabajo">Tu trabajo</h2>
      {tasks.length === 0 ? (
        <p>No hay nada que espere por ti. {list && <Link to={list.to}>{list.label}</Link>}</p>
      ) : (
        <ol className={classes.tasks}>
          {tasks.map(({ title, who, detail, todo, to, isLate }) => (
            <li key={to} data-late={isLate || undefined}>
              <Link to={to}>{title}</Link>
              <span className={classes.detail}>
                {who && (
                  <span className={classes.who} title={who}>
                    {who}
                  </span>
                )}
                <span className={who && classes.due}>
                  {who && detail && ' · '}
                  <UnbrokenDates text={detail} />
                </span>
              </span>
              <span className={classes.todo}>
                {isLate && <AlertIcon size={16} />}
                {todo}
              </span>
            </li>
          ))}
        </ol>
      )}
      {requests && <OtherRequests waiting={requests} shown={tasks} />}
    </section>
  )
}

interface OthersProps {
  waiting: { rows: RequestRow[]; mine: number; unassigned: number }
  shown: Task[]
}

/** The way to the requests that wait and have no row. */
function OtherRequests({ waiting, shown }: OthersProps) {
  const rows = waiting.rows.filter(({ id }) => shown.some(({ to }) => to === pathOf(id)))
  const unassigned = waiting.unassigned - rows.filter(({ assignee }) => !assignee).length
  const mine = waiting.mine - rows.filter(({ assignee }) => assignee).length
  if (mine <= 0 && unassigned <= 0) return null
  return (
    <p className={classes.others}>
      {mine > 0 && (
        <Link to={`/requests?mine=1&state=${WAITING}`}>Ver las demás tuyas ({mine})</Link>
      )}
      {unassigned > 0 && (
        <Link to={`/requests?unassigned=1&state=${WAITING}`}>
          Ver las demás sin asignar ({unassigned})
        </Link>
      )}
    </p>
  )
}

const pathOf = (id: number) => `/requests/${id}`

function urgentTasks(counts: WorkCounts, requests: RequestRow[]): Task[] {
  // A member who replied waits as for a late answer.
  const isUrgent = ({ is_overdue: isLate, has_reply: hasReply }: RequestRow) => isLate || hasReply
  const urgent = requests.filter(isUrgent)
  const others = requests.filter((request) => !isUrgent(request))
  const { payments, loads, users, payment_reports: reports, setup } = counts
  const { document_imports: zips } = counts
  return [
    ...urgent.map(requestTask),
    ...task(payments?.unrecorded, {
      title: (count) => counted(count, 'pago en línea', 'pagos en línea'),
      detail:
        'Sin registrar en contabilidad, sin respuesta de Webpay o con una devolución sin aclarar',
      todo: 'Acláralos',
      to: '/payments?unrecorded=1',
      isLate: true,
    }),
    ...task(loads?.with_rejects, {
      title: (count) =>
        counted(count, 'carga con ventas rechazadas', 'cargas con ventas rechazadas'),
      detail: 'Esas ventas siguen con sus datos anteriores',
      todo: 'Revisa cuáles son y avisa a contabilidad',
      to: '/imports?con_rechazos=1#historia',
      isLate: true,
    }),
    ...task(users?.failed_emails, {
      title: (count) => counted(count, 'correo no llegó', 'correos no llegaron'),
      detail: 'Invitaciones y otros correos de cuentas',
      todo: 'Corrige la dirección y vuelve a invitar',
      to: '/users?invitation=failed',
      isLate: true,
    }),
    ...task(reports?.reported, {
      title: (count) => counted(count, 'pago informado', 'pagos informados'),
      detail: 'Los socios esperan que se validen',
      todo: 'Confírmalos o recházalos',
      to: '/payment-reports?state=reported',
      isLate: false,
    }),
    ...task(zips?.waiting, {
      title: (count) => counted(count, 'zip de documentos', 'zips de documentos'),
      detail: 'Nadie los ha publicado ni descartado',
      todo: 'Publícalos, corrígelos o descártalos',
      to: '/member-documents',
      isLate: false,
    }),
    ...others.map(requestTask),
    ...task(setup?.missing, {
      title: (count) =>
        counted(count, 'paso de la puesta en marcha', 'pasos de la puesta en marcha'),
      detail: 'El portal todavía no está listo para los socios',
      todo: 'Complétalos',
      to: '/setup',
      isLate: false,
    }),
  ]
}

function task(
  count: number | undefined,
  { title, ...rest }: Omit<Task, 'title'> & { title: (count: number) => string },
): Task[] {
  return count ? [{ title: title(count), ...rest }] : []
}

function requestTask(request: RequestRow): Task {
  const { id, procedure_title, member, due_at, is_overdue: isLate } = request
  return {
    title: `${requestNumber(id)} · ${procedure_title}`,
    who: member.name,
    detail: due_at ? dueText(due_at) : '',
    todo: todoOf(request),
    to: pathOf(id),
    isLate,
  }
}

/** 'Vence mañana', 'Venció hace 4 días'. */
function dueText(dueAt: string): string {
  const [due, now] = [new Date(dueAt), serverNow()]
  const left = timeLeft(due, now)
  return left ? `Vence ${left}` : overdueSince(due, now).replace(/^v/, 'V')
}

function todoOf({ assignee, has_reply, is_overdue }: RequestRow): string {
  if (has_reply) return 'El socio respondió: sigue con ella'
  if (!assignee) return is_overdue ? 'Atrasada y sin asignar: tómala' : 'Sin asignar: tómala'
  return is_overdue ? 'Atrasada: respóndela' : 'Respóndela'
}
