import type { WireRequestEvent } from '@carpeta/contract/requests'
import { requestEventNames } from '@carpeta/domain/requests/request-event-names'
import { ratingLabels } from '@carpeta/domain/requests/request-states'
import type { StaffRequest } from '../../../api/workbench.ts'
import { RequestTimeline } from '../../../requests/request-timeline.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { NoteForm } from './actions/note-form.tsx'

/** All events, including internal notes. */
export function History({ request }: { request: StaffRequest }) {
  return (
    <Card title="Historia">
      <RequestTimeline events={request.events} titleOf={titleOf} textOf={textOf} />
      <NoteForm request={request} />
    </Card>
  )
}

function titleOf({ kind, helped }: WireRequestEvent): string {
  const name = requestEventNames[kind] ?? kind
  if (typeof helped !== 'boolean') return name
  return `${name} · «${helped ? ratingLabels.helped : ratingLabels.notHelped}»`
}

function textOf({ kind, text }: WireRequestEvent): string {
  return kind === 'assigned' && text === '' ? 'A nadie' : text
}
