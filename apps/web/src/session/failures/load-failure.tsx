import { useEffect, useRef, useState } from 'react'
import { isConnectionLost, isNotAllowed, isSessionEnded } from '../../api/api-error.ts'
import { connectionIsLost, onceReconnected } from '../../connection/connection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { HelpCode, messageOf, NotAllowed, SessionEnded } from './failure-notice.tsx'
import { NoConnection } from './no-connection.tsx'

interface Props {
  error: Error
  onRetry: () => void
}

/** The error of a failed query, with a retry button. */
export function LoadFailure({ error, onRetry }: Props) {
  if (isSessionEnded(error)) return <SessionEnded />
  if (isConnectionLost(error)) return <LostLoad error={error} onRetry={onRetry} />
  if (isNotAllowed(error)) return <NotAllowed />
  return <Retry error={error} onRetry={onRetry} />
}

// A program of the browser may block one call for ever.
const MAX_RETRIES = 3

/** Loads by itself once the connection is back. */
function LostLoad({ error, onRetry }: Props) {
  const [retries, setRetries] = useState(0)
  const retry = useRef(onRetry)
  retry.current = onRetry

  useEffect(() => {
    if (retries === MAX_RETRIES) return
    function retryOnce() {
      setRetries(retries + 1)
      retry.current()
    }
    // It may be back before the failure is shown.
    if (retries > 0 || connectionIsLost()) return onceReconnected(retryOnce)
    retryOnce()
  }, [retries])

  if (retries === MAX_RETRIES) return <Retry error={error} onRetry={onRetry} />
  return <NoConnection place="part" />
}

function Retry({ error, onRetry }: Props) {
  return (
    <Notice
      tone="error"
      action={
        <Button variant="default" onClick={onRetry}>
          Reintentar
        </Button>
      }
    >
      {messageOf(error)}
      <HelpCode error={error} />
    </Notice>
  )
}
