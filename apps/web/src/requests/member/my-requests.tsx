import { type CalendarDate, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { answerPromise } from '@carpeta/domain/requests/answer-promise'
import { requestNumber } from '@carpeta/domain/requests/request-number'
import type { RequestSummary, Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { Suspense, useRef } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../api/server-clock.ts'
import { lazyPart } from '../../connection/lazy-part.ts'
import { useArrival, useDetail, useScrollTo } from '../../sales/dashboard/hooks.ts'
import { type SaleTabProps, TabSkeleton } from '../../sales/dashboard/tab-parts.tsx'
import { useIsExtended } from '../../session/extended.ts'
import { useIsView } from '../../session/use-is-view.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { searchOfTab, tabSlugs } from '../member-address.ts'
import { RequestStateMark } from '../request-state.tsx'
import classes from './my-requests.module.css'
import { UnsentPart } from './unsent-part.tsx'

const RequestDetail = lazyPart(async () => (await import('./request-detail.tsx')).RequestDetail)

export function MyRequestsTab({ sale }: SaleTabProps) {
  return <MyRequests saleCode={sale.code} requests={sale.requests} canAsk />
}

interface WithoutTabProps {
  code: string
  sale: Sale | undefined
}

/** The requests of a sale that has no tabs. */
export function RequestsWithoutTab({ code, sale }: WithoutTabProps) {
  const part = useRef<HTMLDivElement>(null)
  useScrollTo(part, true)
  return (
    <div ref={part} className={classes.withoutTab}>
      <BackLink to="/dashboard">Volver a mi carpeta</BackLink>
      <h2>{sale ? `Mis Trámites · ${nameOf(sale)}` : 'Mis Trámites'}</h2>
      <div className={classes.withoutTabPanel}>
        <MyRequests saleCode={code} requests={sale?.requests ?? []} canAsk={false} />
      </div>
    </div>
  )
}

interface Props {
  saleCode: string
  requests: RequestSummary[]
  /** False for a completed sale. */
  canAsk: boolean
}

/** The table of a sale's requests, or one open request. */
function MyRequests({ saleCode, requests, canAsk }: Props) {
  const { id, searchOf, close } = useDetail(saleCode, tabSlugs.myRequests, 'solicitud')
  const part = useArrival<HTMLElement>(id)
  const hasDetails = useIsExtended()
  return (
    <section ref={part} className={classes.requests} tabIndex={-1} aria-label="Mis Trámites">
      {canAsk && <UnsentPart place="tab" />}
      {id === null || !hasDetails ? (
        <RequestsTable
          requests={requests}
          searchOf={hasDetails ? searchOf : null}
          askSearch={canAsk ? searchOfTab(saleCode, tabSlugs.procedures) : null}
        />
      ) : (
        <Suspense fallback={<TabSkeleton />}>
          <RequestDetail key={id} id={Number(id)} onBack={close} />
        </Suspense>
      )}
    </section>
  )
}

interface RequestsTableProps {
  requests: RequestSummary[]
  /** The address of a request; null where it cannot be opened. */
  searchOf: ((key: string) => string) | null
  /** The address where a request can be created, or null. */
  askSearch: string | null
}

function RequestsTable({ requests, searchOf, askSearch }: RequestsTableProps) {
  if (requests.length === 0) {
    return (
      <EmptyState title="No hay trámites pendientes">
        Aquí verás cómo avanza lo que solicites y qué te responde la cooperativa.{' '}
        {askSearch && <Link to={{ search: askSearch }}>Solicitar un trámite</Link>}
      </EmptyState>
    )
  }
  return (
    <div className={classes.table}>
      <DataTable
        caption="Mis Trámites"
        columns={columnsWith(searchOf)}
        rows={awaitedFirst(requests)}
        rowKey={({ key }) => key}
        empty="No hay trámites pendientes"
      />
    </div>
  )
}

function awaitedFirst(requests: RequestSummary[]): RequestSummary[] {
  const isAwaited = ({ state }: RequestSummary) => state === 'missing'
  return [...requests.filter(isAwaited), ...requests.filter((each) => !isAwaited(each))]
}

function columnsWith(searchOf: RequestsTableProps['searchOf']): Column<RequestSummary>[] {
  return [
    {
      header: 'Nº',
      cell: ({ key }) => <span className={classes.whole}>{key}</span>,
      onCard: 'aside',
    },
    {
      header: 'Trámite',
      cell: (request) => <Title request={request} search={searchOf?.(request.key)} />,
      onCard: 'title',
    },
    { header: 'Enviado', cell: ({ sentOn }) => <Day date={sentOn} /> },
    {
      header: 'Respuesta',
      cell: (request) => <Answer request={request} search={searchOf?.(request.key)} />,
      onCard: 'line',
    },
    { header: 'Fecha cierre', cell: ({ closedOn }) => closedOn && <Day date={closedOn} /> },
  ]
}

interface CellProps {
  request: RequestSummary
  /** The address of the request; absent where it cannot be opened. */
  search: string | undefined
}

function Answer({ request, search }: CellProps) {
  const isView = useIsView()
  const number = requestNumber(request.key)
  const answer = answerOf(request)
  if (answer === null) return null
  return (
    <>
      <span className={classes.answer}>
        <UnbrokenDates text={answer} />
      </span>
      {request.state === 'missing' && search && !isView && (
        <Button
          className={classes.respond}
          component={Link}
          to={{ search }}
          aria-label={`Responder ${request.procedureTitle || 'trámite'} ${number}`}
        >
          Responder
        </Button>
      )}
    </>
  )
}

/** A cancelled request gets no answer, and a merged one that of the other. */
function answerOf({
  answer,
  state,
  mergedInto,
  answerBy,
  question,
}: RequestSummary): string | null {
  if (mergedInto) return `Se responde en la ${requestNumber(mergedInto)}`
  if (answer) return answer
  if (state === 'missing') return question ? `Te pedimos: «${question}»` : 'Esperamos tu respuesta'
  if (answerBy) return answerPromise(answerBy, todayInSantiago(serverNow()))
  return state === 'cancelled' ? null : 'Sin respuesta todavía'
}

function Title({ request, search }: CellProps) {
  const title = request.procedureTitle || `Solicitud ${request.key}`
  return (
    <>
      {search === undefined ? (
        title
      ) : (
        <Link className={classes.open} to={{ search }}>
          {title}
        </Link>
      )}
      {request.state && <RequestStateMark state={request.state} mergedInto={request.mergedInto} />}
    </>
  )
}

function Day({ date }: { date: CalendarDate | null }) {
  return <span className={classes.whole}>{date ? shortDate(date) : '-'}</span>
}
