import { overdueSince, timeLeft } from '@carpeta/domain/requests/queue-rules'
import { requestNumber } from '@carpeta/domain/requests/request-number'
import { counted } from '@carpeta/domain/text/counted'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { answered } from '../api/client.ts'
import { optionalQuery } from '../api/optional-query.ts'
import { serverNow } from '../api/server-clock.ts'
import type { RequestRow } from '../requests/staff/calls.ts'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { AlertIcon } from '../ui/icons/icons.tsx'
import classes from './staff-welcome.module.css'
import type { WorkCounts } from './work-counts.ts'

const MAX_URGENT = 5

/** The requests that the user has to answer, or that nobody has, the most overdue first. */
const urgentRequestsQuery = optionalQuery({
  queryKey: ['urgent requests'],
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const list = async (flag: 'mine' | 'unassigned') => {
      const query = { state: 'sent,in_review', [flag]: '1', pageSize: String(MAX_URGENT) }
      return (await answered('GET /api/requests/', { query, signal })).results
    }
    const rows = await Promise.all([list('mine'), list('unassigned')])
    const dueOf = ({ due_at }: { due_at: string | null }) => due_at ?? '9999'
    return rows.flat().sort((a, b) => dueOf(a).localeCompare(dueOf(b)))
  },
})

export interface List {
  to: string
  label: string
}

interface Task {
  title: string
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

/** The most urgent rows, each with what to do: late requests, what went wrong, what waits. */
export function UrgentWork({ counts, list }: Props) {
  const { data: requests, isPending } = useQuery({
    ...urgentRequestsQuery,
    enabled: counts.requests !== undefined,
  })
  if (counts.requests && isPending) return <Skeleton height={200} radius={14} />
  const tasks = urgentTasks(counts, requests ?? []).slice(0, MAX_URGENT)
  return (
    <section className={classes.group} aria-labelledby="tu-trabajo">
      <h2 id="tu-trabajo">Tu trabajo</h2>
      {tasks.length === 0 ? (
        <p>No hay nada que espere por ti. {list && <Link to={list.to}>{list.label}</Link>}</p>
      ) : (
        <ol className={classes.tasks}>
          {tasks.map(({ title, detail, todo, to, isLate }) => (
            <li key={to} data-late={isLate || undefined}>
              <Link to={to}>{title}</Link>
              <span className={classes.detail}>
                <UnbrokenDates text={detail} />
              </span>
              <span className={classes.todo}>
                {isLate && <AlertIcon size={16} />}
                {todo}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function urgentTasks(counts: WorkCounts, requests: RequestRow[]): Task[] {
  const late = requests.filter(({ is_overdue: isLate }) => isLate)
  const onTime = requests.filter(({ is_overdue: isLate }) => !isLate)
  const { payments, loads, users, payment_reports: reports, setup } = counts
  const { document_imports: zips } = counts
  return [
    ...late.map(requestTask),
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
    ...onTime.map(requestTask),
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
    detail: [member.name, due_at && dueText(due_at)].filter(Boolean).join(' · '),
    todo: todoOf(request),
    to: `/requests/${id}`,
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
