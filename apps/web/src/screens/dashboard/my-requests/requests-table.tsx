import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import type { RequestSummary } from '@carpeta/domain/sales/sale'
import { Link } from 'react-router'
import { RequestStateMark } from '../../../requests/request-state.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import classes from './my-requests.module.css'

interface Props {
  requests: RequestSummary[]
  /** The address of a request; null where it cannot be opened. */
  searchOf: ((key: string) => string) | null
  /** The address where a request can be created, or null. */
  askSearch: string | null
}

export function RequestsTable({ requests, searchOf, askSearch }: Props) {
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
        rows={requests}
        rowKey={({ key }) => key}
        empty="No hay trámites pendientes"
      />
    </div>
  )
}

function columnsWith(searchOf: Props['searchOf']): Column<RequestSummary>[] {
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
      cell: (request) => <span className={classes.answer}>{answerOf(request)}</span>,
      onCard: 'line',
    },
    { header: 'Fecha cierre', cell: ({ closedOn }) => <Day date={closedOn} /> },
  ]
}

/** A cancelled request gets no answer. */
function answerOf({ answer, state }: RequestSummary): string {
  return answer || (state === 'cancelled' ? '-' : 'Sin respuesta todavía')
}

function Title({ request, search }: { request: RequestSummary; search: string | undefined }) {
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
      {request.state && <RequestStateMark state={request.state} />}
    </>
  )
}

function Day({ date }: { date: CalendarDate | null }) {
  return <span className={classes.whole}>{date ? shortDate(date) : '-'}</span>
}
