import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { isConnectionLost, isNotAllowed, isSessionEnded } from '../../api/client/api-error.ts'
import { onceReconnected } from '../../connection/connection.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NoConnection } from './no-connection.tsx'
import { NotAllowed } from './not-allowed.tsx'
import { SessionEnded } from './session-ended.tsx'

/** The error of a failed query, with a retry button. */
export function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isSessionEnded(error)) return <SessionEnded />
  if (isConnectionLost(error)) return <LostLoad onRetry={onRetry} />
  if (isNotAllowed(error)) return <NotAllowed />
  return (
    <Notice
      tone="error"
      action={
        <Button variant="default" size="xs" onClick={onRetry}>
          Reintentar
        </Button>
      }
    >
      {error.message}
    </Notice>
  )
}

/** Loads by itself once the connection is back. */
function LostLoad({ onRetry }: { onRetry: () => void }) {
  const retry = useRef(onRetry)
  retry.current = onRetry
  useEffect(() => onceReconnected(() => retry.current()), [])
  return <NoConnection place="part" />
}
