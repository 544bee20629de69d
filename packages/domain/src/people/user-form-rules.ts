import { invalid, type Refusal, refusal, required, taken } from '../errors/refusal.ts'
import { nameError, nameLimits } from './name-rules.ts'
import { isValidRut, rutMessages } from './rut.ts'

// The sentences of docs/specification.md §5.26 to §5.29.
export const userFormMessages = {
  firstName: required('Ingrese nombre'),
  lastName: required('Ingrese apellido'),
  email: required('Ingrese email'),
  emailInvalid: invalid('email no válido'),
  password: required('Ingrese una contraseña'),
  passwordMismatch: invalid('Ambos passwords deben coincidir'),
  rutInvalid: rutMessages.invalid,
  // Only the server checks these. An email is unique among the accounts without a rut.
  rutTaken: taken('Ya existe un usuario con este rut'),
  emailTaken: taken('Ya existe un usuario con este correo'),
  changedMeanwhile: refusal(
    'changed_meanwhile',
    'La cuenta cambió mientras la editabas. Ciérrala y ábrela de nuevo para ver cómo está.',
  ),
  oldPassword: required('Ingresa tu contraseña actual'),
  identityUnchecked: invalid(
    'La cuenta está desactivada: su correo solo se cambia después de comprobar la identidad de su dueño',
  ),
} as const

/** Maximum lengths in characters. */
export const userLimits = { name: nameLimits.name, email: 254 } as const

export interface UserForm {
  first_name: string
  last_name: string
  email: string
  password: string
  password_confirm: string
  /** Staff may have none. */
  social_security?: string
}

export interface UserFormSituation {
  isNew: boolean
  isProfileView?: boolean
  /** An invited user chooses a password later (docs/specification.md §10.71). */
  invite?: boolean
  /** The existing account. Unchanged fields are not checked: a company has no last name. */
  before?: Pick<UserForm, 'first_name' | 'last_name' | 'email'> | undefined
}

/** Keyed like the server's 400, so that a form shows both in the same place. */
export type UserFormErrors = Partial<Record<keyof UserForm, Refusal>>

/** All failures, not only the first. */
export function userFormErrors(form: UserForm, situation: UserFormSituation): UserFormErrors {
  const errors: UserFormErrors = {}
  const email = form.email.trim()
  const rut = form.social_security?.trim() ?? ''
  const firstName = personNameError(form.first_name, userFormMessages.firstName)
  const lastName = personNameError(form.last_name, userFormMessages.lastName)
  if (firstName !== null) errors.first_name = firstName
  if (lastName !== null) errors.last_name = lastName
  if (email === '') errors.email = userFormMessages.email
  else if (!email.includes('@')) errors.email = userFormMessages.emailInvalid
  if (rut !== '' && !isValidRut(rut)) errors.social_security = userFormMessages.rutInvalid
  if (form.password === '' && needsPassword(situation)) errors.password = userFormMessages.password
  if (form.password !== form.password_confirm) {
    errors.password_confirm = userFormMessages.passwordMismatch
  }
  for (const name of ['first_name', 'last_name', 'email'] as const) {
    if (form[name].trim() === situation.before?.[name]) delete errors[name]
  }
  return errors
}

/** Why a first or last name is refused: `missing` when it is empty. */
export function personNameError(typed: string, missing: Refusal): Refusal | null {
  const name = typed.trim()
  return name === '' ? missing : nameError(name)
}

function needsPassword({ isNew, isProfileView, invite }: UserFormSituation): boolean {
  return isNew && !isProfileView && !invite
}

/** An unattended session must not be enough to take over the account. */
export function needsOldPassword(
  typed: Pick<UserForm, 'email' | 'password'>,
  before: Pick<UserForm, 'email'>,
): boolean {
  return typed.email.trim() !== before.email || typed.password !== ''
}

/** Checked before the call, since the server counts an empty password as a wrong guess. */
export function oldPasswordMissing(
  typed: Pick<UserForm, 'email' | 'password'> & { old_password: string },
  before: Pick<UserForm, 'email'>,
): Refusal | null {
  const isMissing = needsOldPassword(typed, before) && typed.old_password === ''
  return isMissing ? userFormMessages.oldPassword : null
}
