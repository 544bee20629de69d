import { isValidEmail } from '@carpeta/domain/access/login-rules'
import {
  type UserForm,
  type UserFormSituation,
  userFormErrors,
  userFormMessages,
} from '@carpeta/domain/people/user-form-rules'
import { brokenPassword } from '../../account/links/accept-password.ts'

/** An account as staff fill it in: names and e-mail without blanks around, the rut as typed. */
export type FilledUser = Required<Omit<UserForm, 'password_confirm'>>

/** What is wrong, by field, in the form's own sentences (spec §5). */
export function brokenFields(
  filled: FilledUser,
  situation: UserFormSituation,
): Record<string, string[]> {
  const errors = userFormErrors({ ...filled, password_confirm: filled.password }, situation)
  // The form is content with an @; a letter needs an address that can be written to.
  if (filled.email !== situation.before?.email && !isValidEmail(filled.email)) {
    errors.email ??= userFormMessages.emailInvalid
  }
  const fields: Record<string, string[]> = {}
  for (const [field, sentence] of Object.entries(errors)) fields[field] = [sentence]
  const { first_name: firstName, last_name: lastName, email, social_security: rut } = filled
  const person = { firstName, lastName, email, rut }
  const broken = filled.password === '' ? [] : brokenPassword(filled.password, person)
  return broken.length > 0 ? { ...fields, password: broken } : fields
}
