import { useState } from 'react'
import { ApiError } from '../api/client/api-error.ts'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'

interface Props {
  failure: unknown
  /** Fetches the current request. Resolves to false on failure. */
  reload: () => Promise<boolean>
  /** Tells the user that the typed text is still there. */
  isTextSaved?: boolean
}

/** The error of an action. After a conflict it offers to load the current request. */
export function ActionFailure({ failure, reload, isTextSaved = false }: Props) {
  const [step, setStep] = useState<'shown' | 'loading' | 'not loaded'>('shown')
  if (failure === undefined) return null
  if (!(failure instanceof ApiError) || failure.status !== 409) {
    return <FailureNotice error={failure} />
  }

  async function update() {
    setStep('loading')
    setStep((await reload()) ? 'shown' : 'not loaded')
  }

  return (
    <Notice
      tone="warning"
      action={
        <Button
          variant="default"
          size="xs"
          loading={step === 'loading'}
          onClick={() => void update()}
        >
          Actualizar
        </Button>
      }
    >
      <p>{failure.message}</p>
      {isTextSaved && <p>Lo que escribiste sigue aquí.</p>}
      {step === 'not loaded' && <p>No se pudo actualizar. Inténtalo de nuevo.</p>}
    </Notice>
  )
}
