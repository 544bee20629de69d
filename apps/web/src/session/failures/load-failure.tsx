import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isConnectionLost, isNotAllowed, isSessionEnded } from '../../api/api-error.ts'
import { connectionIsLost, onceReconnected } from '../../connection/connection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { HelpCode, messageOf, NotAllowed, SessionEnded } from './failure-notice.tsx'
import { NoConnection } from './no-connection.tsx'

interface Props {
  error: Error
  onRetry: () => void
  /** What else to do than retrying. */
  children?: ReactNode
}

/** The error of a failed query, with a retry button. */
export function LoadFailure(props: Props) {
  const { error } = props
  if (isSessionEnded(error)) return <SessionEnded />
  if (isConnectionLost(error)) return <LostLoad {...props} />
  if (isNotAllowed(error)) return <NotAllowed />
  return <Retry {...props} />
}

// A program of the browser may block one call for ever.
const MAX_RETRIES = 3

/** Loads by itself once the connection is back. */
function LostLoad(props: Props) {
  const { onRetry } = props
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

  if (retries === MAX_RETRIES) return <Retry {...props} />
  return <NoConnection place="part" />
}

export function Retry({ error, onRetry, children }: Props) {
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
      {children}
    </Notice>
  )
}
