import type { ErrorCode } from '@carpeta/contract/error-codes'

/** A failed call: HTTP status (0 when nothing was answered), the server's body, and what to show. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: unknown
  /** Why, as `X-Error-Code` says it: `code`, or `field:code` for a field of a form. */
  readonly codes: readonly string[]

  constructor(status: number, body: unknown, message: string, codes?: string | null) {
    super(message)
    this.status = status
    this.body = body
    this.codes = codes?.split(', ') ?? []
  }
}

/** Whether the server refused for this reason, which is no field's. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.codes.includes(code)
}

export function isSessionEnded(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

export function isCsrfFailure(error: unknown): boolean {
  return hasCode(error, 'csrf_failed')
}

/** Lacks the permission. A refusal with a sentence of its own says better why. */
export function isNotAllowed(error: unknown): boolean {
  return hasCode(error, 'forbidden')
}
