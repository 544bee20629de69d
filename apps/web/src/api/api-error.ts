import type { ErrorCode } from '@carpeta/domain/errors/refusal'

/** A failed call. The status is 0 without an answer; the message is for the user. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: unknown
  /** From `X-Error-Code`: `code`, or `field:code` for a form field. */
  readonly codes: readonly string[]
  /** Of the answer, if there is one. */
  readonly headers: Headers | undefined

  constructor(status: number, body: unknown, message: string, headers?: Headers) {
    super(message)
    this.status = status
    this.body = body
    this.codes = headers?.get('x-error-code')?.split(', ') ?? []
    this.headers = headers
  }
}

/** Does not match the code of a field. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.codes.includes(code)
}

export function isSessionEnded(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** An API without error codes says it in its text or in `detail`. */
export function isCsrfFailure(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false
  const { detail } = Object(error.body) as { detail?: unknown }
  return hasCode(error, 'csrf_failed') || /^CSRF/.test(`${detail ?? error.message}`)
}

/** The action needs the user to confirm who they are. */
export function needsReauthentication(error: unknown): boolean {
  return hasCode(error, 'reauthentication_required')
}

/** A password is missing that the answer asks for. */
export function needsPassword(error: unknown): boolean {
  return error instanceof ApiError && error.codes.includes('password:required')
}

/** The API does not have the call, or refuses it. */
export function isMissingCall(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}

/** There is no network, or no server. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}

/** The user lacks the permission. Other 403 answers have a code and message of their own. */
export function isNotAllowed(error: unknown): boolean {
  return hasCode(error, 'forbidden')
}
