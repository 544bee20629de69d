import type { ErrorCode, Refusal } from '@carpeta/domain/errors/refusal'
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

  constructor({ code, text }: Refusal, cause: unknown) {
    super(text, { cause })
    this.status = isOutOfSpace(cause) ? 507 : 503
    this.body = text
    this.code = code
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
