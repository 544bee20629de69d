import { codeOf, type ErrorCode } from '@carpeta/contract/error-codes'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { HttpError } from '../http/errors.ts'

/** The disk's, the account's, or what a file of the process may have. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** What keeps or scans documents does not answer, or has no room left; nothing was half kept. */
export class StorageError extends HttpError {
  readonly status: number
  readonly body: string
  readonly code: ErrorCode
  override readonly headers = { 'retry-after': '60' }

  constructor(sentence: string, cause: unknown) {
    super(sentence, { cause })
    this.status = isOutOfRoom(cause) ? 507 : 503
    this.body = sentence
    this.code = codeOf(sentence, 'unavailable')
  }
}

export function notKept(cause: unknown): StorageError {
  return new StorageError(documentMessages.notStored, cause)
}

function isOutOfRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && NO_ROOM.has(String(error.code))) return true
  return isOutOfRoom(error.cause)
}
