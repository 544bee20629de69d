import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { formatRut } from '@carpeta/domain/people/rut'
import { useState } from 'react'
import { Link } from 'react-router'
import type { StaffRequest } from '../../../api/workbench.ts'
import { useRowPath } from '../../../list/row-path.ts'
import { RequestStateMark } from '../../../requests/request-state.tsx'
import { useSavedText } from '../../../requests/use-saved-text.ts'
import { useFocusOnArrival } from '../../../ui/use-focus-on-arrival.ts'
import { DueDate } from '../due-date.tsx'
import { SetKnownVersion } from './actions/use-request-action.ts'
import { GivenAnswer } from './answer/given-answer.tsx'
import { AskedFor } from './asked-for.tsx'
import { Assignment } from './assignment.tsx'
import { ChangeNotice } from './change-notice.tsx'
import classes from './detail.module.css'
import { History } from './history.tsx'
import { MemberFacts } from './member/member-facts.tsx'
import { MergedRequests } from './merged-requests.tsx'
import { NextStep } from './next-step.tsx'

export function RequestDetail({ request }: { request: StaffRequest }) {
  // Kept here, since the form unmounts when somebody else closes the request.
  const [text, setText] = useSavedText(`answer:${request.id}`)
  const [known, setKnown] = useState(request.version)
  return (
    <SetKnownVersion value={setKnown}>
      <Head request={request} />
      <div className={classes.parts}>
        <div className={classes.main}>
          <AskedFor request={request} />
          <MergedRequests request={request} />
          {request.answer && request.merged_into === null && <GivenAnswer request={request} />}
          {request.version > known && <ChangeNotice onSeen={() => setKnown(request.version)} />}
          <NextStep request={request} text={text} onText={setText} />
          <History request={request} />
        </div>
        <div className={classes.aside}>
          <MemberFacts request={request} />
          <Assignment request={request} />
        </div>
      </div>
    </SetKnownVersion>
  )
}

function Head({ request }: { request: StaffRequest }) {
  const { id, state, procedure, member, sent_at, closed_at, due_at, filed_by, merged_into } =
    request
  const title = useFocusOnArrival()
  const pathOf = useRowPath('/requests')
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
        {merged_into !== null && <Link to={pathOf(merged_into)}>Unida a la Nº {merged_into}</Link>}
        {due_at && (
          <span className={classes.due}>
            Plazo: <DueDate request={request} />
          </span>
        )}
      </div>
    </div>
  )
}
