import type { WireRequestEvent } from '@carpeta/contract/requests'
import type { StaffRequest } from '../../../api/workbench.ts'
import { RequestTimeline } from '../../../requests/request-timeline.tsx'
import classes from './detail.module.css'
import { NoteForm } from './note-form.tsx'

const happened: Record<WireRequestEvent['kind'], string> = {
  sent: 'El socio envió la solicitud',
  cancelled: 'El socio anuló la solicitud',
  review: 'Comenzó la revisión',
  asked: 'Se pidió lo que falta',
  replied: 'El socio respondió',
  resolved: 'Se resolvió',
  rejected: 'Se rechazó',
  reopened: 'Se reabrió',
  extended: 'Se prorrogó el plazo',
  assigned: 'Se asignó',
  note: 'Nota interna',
  document_accepted: 'Se aceptó un documento',
  document_rejected: 'Se rechazó un documento',
  document_replaced: 'El socio reemplazó un documento',
}

/** Everything that happened, with what staff noted among themselves. */
export function History({ request }: { request: StaffRequest }) {
  return (
    <section className={classes.card} aria-labelledby="historia">
      <h2 id="historia">Historia</h2>
      <RequestTimeline
        events={request.events}
        titleOf={({ kind }) => happened[kind] ?? kind}
        textOf={textOf}
      />
      <NoteForm request={request} />
    </section>
  )
}

function textOf({ kind, text }: WireRequestEvent): string {
  return kind === 'assigned' && text === '' ? 'A nadie' : text
}
