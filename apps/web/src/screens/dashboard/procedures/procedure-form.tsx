import { useQuery } from '@tanstack/react-query'
import { draftQuery, type Procedure } from '../../../api/member-requests.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ArrowLeftIcon } from '../../../ui/icons/icons.tsx'
import { DraftedForm } from './drafted-form.tsx'
import classes from './procedures.module.css'

interface Props {
  procedure: Procedure
  saleCode: string
  onBack: () => void
}

export function ProcedureForm({ procedure, saleCode, onBack }: Props) {
  const target = { procedureId: procedure.id, saleCode }
  const { data: draft, error, refetch } = useQuery(draftQuery(target))
  return (
    <>
      <div className={classes.intro}>
        <h3>{procedure.title}</h3>
        {procedure.description && <p className={classes.description}>{procedure.description}</p>}
      </div>
      {draft ? (
        <DraftedForm procedure={procedure} target={target} draft={draft} onBack={onBack} />
      ) : (
        <>
          {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <Opening />}
          <Button variant="default" leftSection={<ArrowLeftIcon size={18} />} onClick={onBack}>
            Volver
          </Button>
        </>
      )}
    </>
  )
}

function Opening() {
  return (
    <>
      <p className={classes.lead} role="status">
        Abriendo el formulario…
      </p>
      <Skeleton height={120} />
    </>
  )
}
