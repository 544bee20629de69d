import { codeOf, type ErrorCode } from '@carpeta/contract/error-codes'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { HttpError } from '../http/errors.ts'

/** No space on the disk, in the quota, or under the process's file size limit. */
const OUT_OF_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** The storage or the scanner does not answer, or the storage is full; nothing is stored. */
export class StorageError extends HttpError {
  readonly status: number
  readonly body: string
  readonly code: ErrorCode
  override readonly headers = { 'retry-after': '60' }

  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.status = isOutOfSpace(cause) ? 507 : 503
    this.body = message
    this.code = codeOf(message, 'unavailable')
  }
}

export function notStored(cause: unknown): StorageError {
  return new StorageError(documentMessages.notStored, cause)
}

function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && OUT_OF_SPACE.has(String(error.code))) return true
  return isOutOfSpace(error.cause)
}
