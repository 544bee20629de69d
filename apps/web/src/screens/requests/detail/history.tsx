import type { WireRequestEvent } from '@carpeta/contract/requests'
import { requestEventNames } from '@carpeta/domain/request-event-names'
import type { StaffRequest } from '../../../api/workbench.ts'
import { RequestTimeline } from '../../../requests/request-timeline.tsx'
import { NoteForm } from './actions/note-form.tsx'
import classes from './detail.module.css'

/** Everything that happened, with what staff noted among themselves. */
export function History({ request }: { request: StaffRequest }) {
  return (
    <section className={classes.card} aria-labelledby="historia">
      <h2 id="historia">Historia</h2>
      <RequestTimeline
        events={request.events}
        titleOf={({ kind }) => requestEventNames[kind] ?? kind}
        textOf={textOf}
      />
      <NoteForm request={request} />
    </section>
  )
}

function textOf({ kind, text }: WireRequestEvent): string {
  return kind === 'assigned' && text === '' ? 'A nadie' : text
}
