import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { InvalidFields } from '../http/errors.ts'
import type { Account } from './present-user.ts'

/**
 * Whoever saves a form may say how the account stood when he opened it; what he did not see then is
 * not undone by what his form still shows. @throws {InvalidFields} when the account changed since
 */
export function requireUnchanged({ updatedAt }: Account, asRead: string | undefined): void {
  if (asRead === undefined || Date.parse(asRead) === updatedAt.getTime()) return
  throw new InvalidFields({ __all__: [userFormMessages.changedMeanwhile] })
}
