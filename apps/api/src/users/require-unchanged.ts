import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { InvalidFields } from '../http/errors.ts'
import type { Account } from './present-user.ts'

/**
 * Compares the account with the version that the form shows, so that an old form does not undo newer
 * changes. @throws {InvalidFields} when the account changed since
 */
export function requireUnchanged({ updatedAt }: Account, asRead: string | undefined): void {
  if (asRead === undefined || Date.parse(asRead) === updatedAt.getTime()) return
  throw new InvalidFields({ __all__: [userFormMessages.changedMeanwhile] })
}
