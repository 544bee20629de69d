import { Button } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { FailureNotice } from '../../../session/failure-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Act } from './use-act.ts'

/** Why it was not done; where somebody else was faster, a way to see what he did. */
export function ActFailure({ act: { failure, reload } }: { act: Act }) {
  const [isLoading, setLoading] = useState(false)
  if (failure === undefined) return null
  if (!(failure instanceof ApiError) || failure.status !== 409) {
    return <FailureNotice error={failure} />
  }

  async function update() {
    setLoading(true)
    await reload()
    setLoading(false)
  }

  return (
    <Notice
      tone="warning"
      action={
        <Button variant="default" size="xs" loading={isLoading} onClick={() => void update()}>
          Actualizar
        </Button>
      }
    >
      <p>{failure.message}</p>
      <p>Lo que escribiste sigue aquí.</p>
    </Notice>
  )
}
