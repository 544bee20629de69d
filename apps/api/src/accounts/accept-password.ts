import {
  brokenPasswordRules,
  commonPasswordMessage,
  containsPersonalData,
  personalPasswordMessage,
} from '@carpeta/domain/password-rules'
import { isCommonPassword } from '../auth/common-passwords.ts'
import { Refused } from '../http/errors.ts'

/** A new password on whichever path it comes. @throws {Refused} 400 with every broken rule. */
export function acceptPassword(
  password: string,
  person: { rut: string | null; firstName: string; lastName: string; email: string },
): void {
  const broken = brokenPasswordRules(password)
  if (isCommonPassword(password)) broken.push(commonPasswordMessage)
  if (containsPersonalData(password, { ...person, rut: person.rut ?? '' })) {
    broken.push(personalPasswordMessage)
  }
  if (broken.length > 0) throw new Refused(broken)
}
