import { counted } from '@carpeta/domain/text/counted'
import type { Assignment } from '../../../api/staff/queue.ts'
import { Lines } from '../../../ui/feedback/lines.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'

/** What came of assigning several requests: how many, and why the others were not. */
export function AssignedNotice({ assignments }: { assignments: Assignment[] }) {
  const refused = assignments.flatMap(({ id, refusal }) =>
    refusal === null ? [] : [`Nº ${id}: ${refusal}`],
  )
  const assigned = assignments.length - refused.length
  const lines = [
    assigned === 0
      ? 'No se asignó ninguna solicitud.'
      : `Se ${assigned === 1 ? 'asignó' : 'asignaron'} ${counted(assigned, 'solicitud', 'solicitudes')}.`,
    ...refused,
  ]
  return (
    <Notice tone={refused.length === 0 ? 'success' : 'warning'}>
      <Lines lines={lines} />
    </Notice>
  )
}
