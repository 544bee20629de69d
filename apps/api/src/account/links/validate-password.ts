import {
  brokenPasswordRules,
  commonPasswordMessage,
  containsPersonalData,
  personalPasswordMessage,
} from '@carpeta/domain/access/password-rules'
import { isCommonPassword } from '../../auth/common-passwords.ts'
import { Refused } from '../../http/errors.ts'

type Person = { rut: string | null; firstName: string; lastName: string; email: string }

/** Checks every new password. @throws {Refused} 400 with every broken rule */
export function validatePassword(password: string, person: Person): void {
  const broken = passwordErrors(password, person)
  if (broken.length > 0) throw new Refused(broken)
}

/** The broken rules, for a form that also reports its other fields. */
export function passwordErrors(password: string, person: Person): string[] {
  const broken = brokenPasswordRules(password)
  if (isCommonPassword(password)) broken.push(commonPasswordMessage)
  if (containsPersonalData(password, { ...person, rut: person.rut ?? '' })) {
    broken.push(personalPasswordMessage)
  }
  return broken
}
