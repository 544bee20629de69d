import {
  brokenPasswordRules,
  commonPasswordMessage,
  personalPasswordMessage,
} from '@carpeta/domain/access/passwords/password-rules'
import { containsPersonalData } from '@carpeta/domain/people/person-in-text'
import { isCommonPassword } from '../../auth/common-passwords/common-passwords.ts'
import type { Config } from '../../config/config.ts'
import { Refused } from '../../http/errors.ts'

type Names = Pick<Config, 'company'>
type Person = { rut: string | null; firstName: string; lastName: string; email: string }

/** Checks every new password. @throws {Refused} 400 with every broken rule */
export function validatePassword(password: string, person: Person, config: Names): void {
  const broken = passwordErrors(password, person, config)
  if (broken.length > 0) throw new Refused(broken)
}

/** The broken rules, for a form that also reports its other fields. */
export function passwordErrors(password: string, person: Person, config: Names): string[] {
  const broken = brokenPasswordRules(password)
  // What breaks a rule must change anyway.
  if (broken.length === 0 && isCommonPassword(password, config)) broken.push(commonPasswordMessage)
  if (containsPersonalData(password, { ...person, rut: person.rut ?? '' })) {
    broken.push(personalPasswordMessage)
  }
  return broken
}
