import {
  type SecondFactorMethod,
  secondFactorMessages,
} from '@carpeta/domain/access/second-factor-rules'
import { bodyTooSlowMessage } from '@carpeta/domain/errors/error-messages'
import type { ErrorCode, Refusal } from '@carpeta/domain/errors/refusal'
import { importTokenMessages } from '@carpeta/domain/imports/import-token-rules'

/**
 * Actions and guards throw these; `error-handler.ts` answers. A `body` for people is a sentence or
 * a list with one sentence: the client shows nothing else.
 */
export abstract class HttpError extends Error {
  abstract readonly status: number
  abstract readonly body: unknown
  /** Sent as `X-Error-Code`: `code`, or `field:code` for each field, comma separated. */
  abstract readonly code: string
  readonly headers: Record<string, string> = {}
  /** A warning for the log; empty when the operator need not know. */
  readonly notice: string = ''
}

/** Refusals by field, `__all__` for the whole form (docs/specification.md §11.3). */
export class InvalidFields extends HttpError {
  readonly status = 400
  readonly body: Record<string, string[]>
  readonly code: string

  constructor(fields: Record<string, Refusal[]>) {
    super('invalid fields')
    this.body = Object.fromEntries(
      Object.entries(fields).map(([field, refusals]) => [field, refusals.map(({ text }) => text)]),
    )
    this.code = fieldCodes(fields)
  }
}

/** The code of each field's first refusal; `__all__` has no field name. */
function fieldCodes(fields: Record<string, Refusal[]>): string {
  return Object.entries(fields)
    .map(([field, [refusal]]) => {
      const code = refusal?.code ?? 'invalid'
      return field === '__all__' ? code : `${field}:${code}`
    })
    .join(', ')
}

/** Passes when no field has an error. @throws {InvalidFields} */
export function refuseFields(errors: Partial<Record<string, Refusal>>): void {
  const fields = Object.entries(errors).flatMap(([field, refusal]) =>
    refusal ? [[field, [refusal]]] : [],
  )
  if (fields.length > 0) throw new InvalidFields(Object.fromEntries(fields))
}

/** A broken rule, in a sentence for the user or a list of them. */
export class Refused extends HttpError {
  readonly status: number
  readonly body: string | string[]
  readonly code: string

  constructor(refusal: Refusal | Refusal[], status: 400 | 403 | 409 | 413 | 422 = 400) {
    const refusals = [refusal].flat()
    const sentences = refusals.map(({ text }) => text)
    super(String(sentences))
    this.status = status
    this.body = Array.isArray(refusal) ? sentences : refusal.text
    this.code = [...new Set(refusals.map(({ code }) => code))].join(', ')
  }
}

/** A body of the wrong shape, or one that cannot be read. */
export class Malformed extends HttpError {
  readonly status = 400
  readonly code: ErrorCode = 'malformed'
  readonly body: unknown

  constructor(body: unknown = ['Datos inválidos.']) {
    super('malformed')
    this.body = body
  }
}

/** Too many attempts; the sentence and the header say how long to wait. */
export class Throttled extends HttpError {
  readonly status = 429
  readonly code: ErrorCode = 'throttled'
  readonly body: string
  override readonly headers: Record<string, string>
  readonly seconds: number

  constructor(seconds: number, sentence?: string) {
    super('throttled')
    this.seconds = seconds
    const wait = Math.max(1, Math.ceil(seconds))
    this.body = sentence ?? `Demasiados intentos. Inténtalo de nuevo en ${wait} segundos.`
    this.headers = { 'retry-after': String(wait) }
  }
}

/** A body that did not arrive in time. The connection is closed, since its rest may never come. */
export class TooSlow extends HttpError {
  readonly status = 408
  readonly code: ErrorCode = 'too_slow'
  readonly body = bodyTooSlowMessage
  override readonly headers = { connection: 'close' }
}

/** The portal cannot answer now; the call itself may be right. */
export class Unavailable extends HttpError {
  readonly status = 503
  readonly code: ErrorCode = 'unavailable'
  readonly body: string = 'Servicio no disponible. Inténtalo más tarde.'
  override readonly headers = { 'retry-after': '5' }
}

/** The disk of the database is full; nothing is stored. */
export class DatabaseFull extends HttpError {
  readonly status = 507
  readonly code: ErrorCode = 'unavailable'
  readonly body = 'No hay espacio para guardarlo. Inténtalo más tarde.'
  override readonly headers = { 'retry-after': '60' }
}

/** Nobody waits for the answer any more. The status is the one that nginx logs. */
export class ClientGone extends HttpError {
  readonly status = 499
  readonly code: ErrorCode = 'unavailable'
  readonly body = null
}

/** A body of a kind that the call does not take. */
export class UnsupportedMediaType extends HttpError {
  readonly status = 415
  readonly code: ErrorCode = 'unsupported_media_type'
  readonly body: { detail: string }

  constructor(type = '') {
    super(type)
    this.body = { detail: `Tipo de medio "${type}" incompatible en la solicitud.` }
  }
}

export class NotSignedIn extends HttpError {
  readonly status = 401
  readonly code: ErrorCode = 'not_signed_in'
  readonly body = { detail: 'Las credenciales de autenticación no se proveyeron.' }
  // Never Basic: the browser would open its own dialog.
  override readonly headers = { 'www-authenticate': 'Session' }
}

/** No active token for programs: it is missing, wrong, revoked or expired (RFC 6750). */
export class InvalidToken extends HttpError {
  readonly status = 401
  readonly code: ErrorCode = 'invalid_token'
  readonly body = { detail: importTokenMessages.invalid }
  override readonly headers = { 'www-authenticate': 'Bearer' }
}

/** The password is right, and the login also needs a second factor. */
export class SecondFactorRequired extends HttpError {
  readonly status = 403
  readonly code: ErrorCode = 'second_factor_required'
  readonly body: { detail: string; methods: SecondFactorMethod[] }

  constructor(methods: SecondFactorMethod[]) {
    super('second factor required')
    this.body = { detail: secondFactorMessages.codeRequired.text, methods }
  }
}

export class Forbidden extends HttpError {
  readonly status = 403
  readonly code: ErrorCode = 'forbidden'
  readonly body = { detail: 'Usted no tiene permiso para realizar esta acción.' }
}

export class CsrfFailed extends HttpError {
  readonly status = 403
  readonly code: ErrorCode = 'csrf_failed'
  readonly body: { detail: string }

  constructor(reason: string) {
    super(reason)
    this.body = { detail: `CSRF Failed: ${reason}` }
  }
}

/** Also the answer for another user's object. */
export class NotFound extends HttpError {
  readonly status = 404
  readonly code: ErrorCode = 'not_found'
  readonly body = { detail: 'No encontrado.' }
}

/** The page number of a list is not a positive integer. */
export class InvalidPage extends HttpError {
  readonly status = 404
  readonly code: ErrorCode = 'invalid_page'
  readonly body = { detail: 'Página inválida.' }
}

export class MethodNotAllowed extends HttpError {
  readonly status = 405
  readonly code: ErrorCode = 'method_not_allowed'
  readonly body: { detail: string }
  override readonly headers: Record<string, string>

  constructor(method: string, allowed: string[]) {
    super(method)
    this.body = { detail: `Método "${method}" no permitido.` }
    this.headers = { allow: allowed.join(', ') }
  }
}
