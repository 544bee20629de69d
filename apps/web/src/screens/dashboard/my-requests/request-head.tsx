import type { MemberRequest } from '@carpeta/contract/requests'
import {
  type CalendarDate,
  dateTimeInSantiago,
  shortDate,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import type { RequestState } from '@carpeta/domain/requests/request-states'
import { Link } from 'react-router'
import { searchOfRequest } from '../../../requests/member-address.ts'
import { RequestStateMark } from '../../../requests/request-state.tsx'
import classes from './my-requests.module.css'

/** What each state means for the member. */
const meanings: Record<RequestState, string> = {
  draft: 'Todavía no la has enviado.',
  sent: 'La cooperativa recibió tu solicitud y pronto comenzará a revisarla.',
  in_review: 'La cooperativa está revisando tu solicitud.',
  missing: 'La cooperativa necesita algo más de tu parte para seguir.',
  resolved: 'La cooperativa respondió tu solicitud y la dio por resuelta.',
  rejected: 'La cooperativa no pudo acoger tu solicitud. El motivo está en la respuesta.',
  cancelled: 'Anulaste esta solicitud.',
}

export function RequestHead({ request }: { request: MemberRequest }) {
  const { id, state, procedure, sent_at, closed_at, filed_by, merged_into } = request
  return (
    <div className={classes.head}>
      <h3>{procedure.title}</h3>
      <p className={classes.detail}>
        Solicitud Nº {id}
        {sent_at && ` · Enviada el ${dateTimeInSantiago(sent_at)}`}
        {closed_at && ` · Cerrada el ${dateTimeInSantiago(closed_at)}`}
      </p>
      {filed_by && <p className={classes.detail}>Ingresada por {filed_by} de la cooperativa</p>}
      <p className={classes.now}>
        <RequestStateMark state={state} />
        <span>
          {merged_into === null ? (
            meanings[state]
          ) : (
            <>
              La unimos a tu{' '}
              <Link to={{ search: searchOfRequest(request.sale_code, merged_into) }}>
                solicitud Nº {merged_into}
              </Link>
              : seguimos ahí, y las respondemos juntas.
            </>
          )}
        </span>
      </p>
      {request.answer_by && <Due date={request.answer_by as CalendarDate} />}
    </div>
  )
}

/** When the cooperative answers. */
function Due({ date }: { date: CalendarDate }) {
  const isLate = date < todayInSantiago(new Date())
  return (
    <p className={classes.due}>
      {isLate
        ? `Nos atrasamos: debíamos responderte el ${shortDate(date)}.`
        : `Te responderemos a más tardar el ${shortDate(date)}.`}
    </p>
  )
}
