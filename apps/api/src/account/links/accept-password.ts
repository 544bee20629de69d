import {
  brokenPasswordRules,
  commonPasswordMessage,
  containsPersonalData,
  personalPasswordMessage,
} from '@carpeta/domain/access/password-rules'
import { isCommonPassword } from '../../auth/common-passwords.ts'
import { Refused } from '../../http/errors.ts'

type Person = { rut: string | null; firstName: string; lastName: string; email: string }

/** A new password on whichever path it comes. @throws {Refused} 400 with every broken rule. */
export function acceptPassword(password: string, person: Person): void {
  const broken = brokenPassword(password, person)
  if (broken.length > 0) throw new Refused(broken)
}

/** Every rule that it breaks, for a form that tells of its other fields too. */
export function brokenPassword(password: string, person: Person): string[] {
  const broken = brokenPasswordRules(password)
  if (isCommonPassword(password)) broken.push(commonPasswordMessage)
  if (containsPersonalData(password, { ...person, rut: person.rut ?? '' })) {
    broken.push(personalPasswordMessage)
  }
  return broken
}
