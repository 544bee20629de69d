import type { MemberRequest, WireRequestEvent } from '@carpeta/contract/requests'
import { RequestTimeline } from '../../../requests/request-timeline.tsx'
import classes from './my-requests.module.css'

type Kind = WireRequestEvent['kind']

const happened: Partial<Record<Kind, string>> = {
  sent: 'Enviaste la solicitud',
  filed: 'La cooperativa ingresó la solicitud por ti',
  merged: 'La cooperativa la unió a otra solicitud tuya',
  absorbed: 'La cooperativa le unió otra solicitud tuya',
  cancelled: 'Anulaste la solicitud',
  review: 'La cooperativa comenzó a revisarla',
  asked: 'La cooperativa pidió algo más',
  replied: 'Respondiste',
  commented: 'Comentaste',
  responded: 'Respondiste a la respuesta',
  resolved: 'La cooperativa respondió y la dio por resuelta',
  rejected: 'La cooperativa respondió que no puede acogerla',
  reopened: 'La cooperativa volvió a abrirla',
  extended: 'La cooperativa prorrogó el plazo',
  document_accepted: 'La cooperativa aceptó un documento',
  document_rejected: 'La cooperativa rechazó un documento',
  document_replaced: 'Reemplazaste un documento',
}

/** The history that the member can read. */
export function RequestHistory({ request: { events, answer } }: { request: MemberRequest }) {
  // The other events are internal.
  const told = events.filter(({ kind }) => kind in happened)
  return (
    <section className={classes.part}>
      <h4>Historia</h4>
      <RequestTimeline
        // The titles already name the actor.
        events={told.map((event) => ({ ...event, actor: '' }))}
        titleOf={({ kind }) => happened[kind] ?? ''}
        // The full answer is shown above.
        textOf={({ text }) => (text === answer ? '' : text)}
      />
    </section>
  )
}
