import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { formatRut } from '@carpeta/domain/people/rut'
import { Link } from 'react-router'
import type { StaffRequest } from '../../../api/workbench.ts'
import { RequestStateMark } from '../../../requests/request-state.tsx'
import { useFocusOnArrival } from '../../../ui/use-focus-on-arrival.ts'
import { useSearchWith } from '../address.ts'
import { DueDate } from '../due-date.tsx'
import classes from './detail.module.css'

export function RequestHead({ request }: { request: StaffRequest }) {
  const { id, state, procedure, member, sent_at, closed_at, due_at, filed_by, merged_into } =
    request
  const title = useFocusOnArrival()
  const searchWith = useSearchWith()
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
        {merged_into !== null && (
          <Link to={{ search: searchWith(merged_into) }}>Unida a la Nº {merged_into}</Link>
        )}
        {due_at && (
          <span className={classes.due}>
            Plazo: <DueDate request={request} />
          </span>
        )}
      </div>
    </div>
  )
}
