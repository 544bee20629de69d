import { Button } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Notice } from '../ui/feedback/notice.tsx'

interface Props {
  failure: unknown
  /** Fetches the request as it is now; whether that succeeded. */
  reload: () => Promise<boolean>
  /** Something was written for this action, and must not be feared lost. */
  isTextSaved?: boolean
}

/** Why it was not done; where somebody else was faster, a way to see what he did. */
export function ActionFailure({ failure, reload, isTextSaved = false }: Props) {
  const [step, setStep] = useState<'told' | 'loading' | 'not loaded'>('told')
  if (failure === undefined) return null
  if (!(failure instanceof ApiError) || failure.status !== 409) {
    return <FailureNotice error={failure} />
  }

  async function update() {
    setStep('loading')
    setStep((await reload()) ? 'told' : 'not loaded')
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
