import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { formatRut } from '@carpeta/domain/people/rut'
import type { StaffRequest } from '../../../api/workbench.ts'
import { RequestStateMark } from '../../../requests/request-state.tsx'
import { useFocusOnArrival } from '../../../ui/use-focus-on-arrival.ts'
import { DueDate } from '../due-date.tsx'
import classes from './detail.module.css'

export function RequestHead({ request }: { request: StaffRequest }) {
  const { id, state, procedure, member, sent_at, closed_at, due_at, filed_by } = request
  const title = useFocusOnArrival()
  return (
    <div className={classes.head}>
      <h1 ref={title} tabIndex={-1}>
        {procedure.title}
      </h1>
      <p className={classes.who}>
        {member.name} · {formatRut(member.social_security)}
      </p>
      <p className={classes.detail}>
        Solicitud Nº {id}
        {sent_at && ` · Enviada el ${dateTimeInSantiago(sent_at)}`}
        {closed_at && ` · Cerrada el ${dateTimeInSantiago(closed_at)}`}
      </p>
      {filed_by && <p className={classes.detail}>Ingresada por {filed_by} de la cooperativa</p>}
      <div className={classes.state}>
        <RequestStateMark state={state} />
        {due_at && (
          <span className={classes.due}>
            Plazo: <DueDate request={request} />
          </span>
        )}
      </div>
    </div>
  )
}
