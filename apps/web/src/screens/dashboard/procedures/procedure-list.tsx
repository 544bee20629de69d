import { documentsLabel } from '@carpeta/domain/requests/document-rules'
import type { Procedure } from '../../../api/member-requests.ts'
import { CooperativeEmail } from '../../../environment/cooperative-email.tsx'
import { HelpLink } from '../../../help/help-link.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DividedList } from '../../../ui/layout/divided-list.tsx'
import classes from './procedures.module.css'

interface Props {
  procedures: Procedure[]
  /** Absent when nothing can be requested. */
  onChoose?: ((id: number) => void) | undefined
}

export function ProcedureList({ procedures, onChoose }: Props) {
  if (procedures.length === 0) {
    return (
      <EmptyState title="Por ahora no hay trámites para solicitar">
        Si necesitas algo de la cooperativa, escribe a <CooperativeEmail />.
      </EmptyState>
    )
  }
  return (
    <>
      <p className={classes.lead}>
        Elige el trámite que necesitas. La respuesta llega a esta carpeta.{' '}
        <HelpLink topic="requests" />
      </p>
      <DividedList size="lg">
        {procedures.map(({ id, title, description, documents }) => (
          <li key={id}>
            <div className={classes.text}>
              <h3>{title}</h3>
              {description && <p className={classes.summary}>{description}</p>}
              <p className={classes.needs}>
                {documents.length > 0 ? documentsLabel(documents.length) : 'Sin documentos'}
              </p>
            </div>
            {onChoose && (
              <Button
                variant="light"
                aria-label={`Solicitar trámite: ${title}`}
                onClick={() => onChoose(id)}
              >
                Solicitar trámite
              </Button>
            )}
          </li>
        ))}
      </DividedList>
    </>
  )
}
