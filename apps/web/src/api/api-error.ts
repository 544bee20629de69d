import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'

/** A failed call: HTTP status (0 when nothing was answered), the server's body, and what to show. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown, message: string) {
    super(message)
    this.status = status
    this.body = body
  }
}

export function isSessionEnded(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

export function isCsrfFailure(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false
  const { detail } = (error.body ?? {}) as { detail?: unknown }
  return typeof detail === 'string' && detail.startsWith('CSRF Failed')
}

/** Lacks the permission. A refusal with a sentence of its own says better why. */
export function isNotAllowed(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status === 403 &&
    error.message === unknownErrorMessage &&
    !isCsrfFailure(error)
  )
}
