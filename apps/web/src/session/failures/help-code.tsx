import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { ApiError } from '../../api/client/api-error.ts'

/** What a member reads to staff, who find the failure in the log by it. */
export function HelpCode({ error }: { error: unknown }) {
  const code = helpCode(error)
  if (!code) return null
  return (
    <p>
      <small>
        Código de ayuda: <code>{code}</code>
      </small>
    </p>
  )
}

/** The request id when the portal failed or its answer is not understood: no sentence says why. */
function helpCode(error: unknown): string | null | undefined {
  if (!(error instanceof ApiError)) return null
  const isUnexpected = error.status >= 500 || error.message === unknownErrorMessage
  return isUnexpected ? error.headers?.get('x-request-id') : null
}
