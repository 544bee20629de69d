import { useState } from 'react'
import { draftQuery, type Procedure } from '../../../api/member-requests.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { useOptionalQuery } from '../../../session/use-optional-query.ts'
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
  const { data, isAbsent, failure, refetch } = useOptionalQuery(draftQuery(target))
  // What is typed without drafts stays, even if one can be read later.
  const [hasDrafts, setHasDrafts] = useState(true)
  if (isAbsent && hasDrafts) setHasDrafts(false)
  const draft = hasDrafts ? data : null
  return (
    <>
      <div className={classes.intro}>
        <h3>{procedure.title}</h3>
        {procedure.description && <p className={classes.description}>{procedure.description}</p>}
      </div>
      {draft !== undefined ? (
        <DraftedForm procedure={procedure} target={target} draft={draft} onBack={onBack} />
      ) : (
        <>
          {failure ? <LoadFailure error={failure} onRetry={() => void refetch()} /> : <Opening />}
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
