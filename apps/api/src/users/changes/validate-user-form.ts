import { isValidEmail } from '@carpeta/domain/access/login-rules'
import {
  type UserForm,
  type UserFormSituation,
  userFormErrors,
  userFormMessages,
} from '@carpeta/domain/people/user-form-rules'
import { passwordErrors } from '../../account/links/validate-password.ts'
import type { Config } from '../../config/config.ts'

/** The form of an account: names and email trimmed, the rut as typed. */
export type FilledUser = Required<Omit<UserForm, 'password_confirm'>>

/** The errors by field, with the messages of the form. */
export function fieldErrors(
  filled: FilledUser,
  situation: UserFormSituation,
  config: Config,
): Record<string, string[]> {
  const errors = userFormErrors({ ...filled, password_confirm: filled.password }, situation)
  // The form only asks for an @; an email needs a deliverable address.
  if (filled.email !== situation.before?.email && !isValidEmail(filled.email)) {
    errors.email ??= userFormMessages.emailInvalid
  }
  const fields: Record<string, string[]> = {}
  for (const [field, sentence] of Object.entries(errors)) fields[field] = [sentence]
  const { first_name: firstName, last_name: lastName, email, social_security: rut } = filled
  const person = { firstName, lastName, email, rut }
  const broken = filled.password === '' ? [] : passwordErrors(filled.password, person, config)
  return broken.length > 0 ? { ...fields, password: broken } : fields
}
