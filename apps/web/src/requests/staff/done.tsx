import { requestNumber } from '@carpeta/domain/requests/request-number'
import { createContext } from 'react'
import { Link } from 'react-router'
import { useRowPath } from '../../list/row-path.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { StaffRequest } from './calls.ts'
import classes from './request.module.css'

/** Tells what an action did to the request that it answered with. */
export const TellDone = createContext<(request: StaffRequest) => void>(() => {})

interface Props {
  /** As the action answered it. */
  request: StaffRequest
  /** The request on the screen. */
  shownId: number
}

/** What happened, whom it was told to, and the way to what takes it back. */
export function DoneNotice({ request, shownId }: Props) {
  const pathOf = useRowPath('/requests')
  const text = doneText(request)
  if (text === null) return null
  return (
    <div className={classes.done}>
      <Notice tone="success">
        {text}{' '}
        <span className={classes.doneLinks}>
          {request.id !== shownId && (
            <Link to={pathOf(request.id)}>Ver la {requestNumber(request.id)}</Link>
          )}
          {request.can_reopen && (
            <Link to={{ ...pathOf(request.id), hash: REOPEN_HASH }}>Reabrir</Link>
          )}
        </span>
      </Notice>
    </div>
  )
}

/** Opens the form that reopens a request. */
export const REOPEN_HASH = '#reabrir'

/** By the last event; null where there is nothing to say. */
function doneText({ id, events, member, assignee }: StaffRequest): string | null {
  const notice = member.gets_emails
    ? `Avisamos por correo a ${member.name}, ${member.email}.`
    : `${member.name} lo lee en su carpeta; no recibe correos de sus trámites.`
  const texts: Partial<Record<StaffRequest['events'][number]['kind'], string>> = {
    review: `Comenzaste la revisión de la ${requestNumber(id)}: el socio ya no puede anularla.`,
    assigned: assignee
      ? `La ${requestNumber(id)} quedó asignada a ${assignee.name}.`
      : `La ${requestNumber(id)} quedó sin encargado.`,
    document_accepted: 'Aceptaste el documento. El socio lo ve en su carpeta.',
    document_rejected: 'Rechazaste el documento. El socio lee el motivo en su carpeta, sin correo.',
    asked: `Pediste lo que falta en la ${requestNumber(id)}. ${notice}`,
    resolved: `Resolviste la ${requestNumber(id)}. ${notice}`,
    rejected: `Rechazaste la ${requestNumber(id)}. ${notice}`,
    reopened: `Reabriste la ${requestNumber(id)}. ${notice}`,
    extended: `Prorrogaste el plazo de la ${requestNumber(id)}. ${notice}`,
    merged: `Cerraste la ${requestNumber(id)}, que se unió a otra. ${notice}`,
    note: 'Guardaste la nota. Solo la ven los funcionarios.',
  }
  const last = events.at(-1)
  return (last && texts[last.kind]) ?? null
}
