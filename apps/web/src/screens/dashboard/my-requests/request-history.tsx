import type { MemberRequest, WireRequestEvent } from '@carpeta/contract/requests'
import { dateTimeInSantiago } from '@carpeta/domain/dates'
import { Timeline } from '@mantine/core'
import '@mantine/core/styles/Timeline.layer.css'
import classes from './my-requests.module.css'

type Kind = WireRequestEvent['kind']

const happened: Partial<Record<Kind, string>> = {
  sent: 'Enviaste la solicitud',
  cancelled: 'Anulaste la solicitud',
  review: 'La cooperativa comenzó a revisarla',
  asked: 'La cooperativa pidió algo más',
  replied: 'Respondiste',
  resolved: 'La cooperativa respondió y la dio por resuelta',
  rejected: 'La cooperativa respondió que no puede acogerla',
  reopened: 'La cooperativa volvió a abrirla',
  document_accepted: 'La cooperativa aceptó un documento',
  document_rejected: 'La cooperativa rechazó un documento',
  document_replaced: 'Reemplazaste un documento',
}

/** What happened, oldest first, in plain words. */
export function RequestHistory({ request: { events, answer } }: { request: MemberRequest }) {
  return (
    <section className={classes.part}>
      <h4>Historia</h4>
      <Timeline role="list" bulletSize={14} lineWidth={2} color="var(--petrol)">
        {events.map(({ id, at, kind, actor, text }) => (
          <Timeline.Item
            key={id}
            role="listitem"
            classNames={{ item: classes.event, itemBullet: classes.bullet }}
            title={<span className={classes.happened}>{happened[kind] ?? kind}</span>}
          >
            {/* The answer stands above in full. */}
            {text && text !== answer && <p className={classes.text}>{text}</p>}
            <p className={classes.detail}>
              {dateTimeInSantiago(at)}
              {actor && ` · ${actor}`}
            </p>
          </Timeline.Item>
        ))}
      </Timeline>
    </section>
  )
}
