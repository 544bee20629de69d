import type { User } from '@carpeta/contract/auth'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import { canonicalRut, formatRut } from '@carpeta/domain/people/rut'
import {
  oldPasswordMissing,
  type UserForm,
  type UserFormErrors,
  userFormErrors,
} from '@carpeta/domain/people/user-form-rules'
import type { Resolver } from 'react-hook-form'
import type { UserFields } from '../../api/users.ts'
import { ruleResolver } from '../../forms/rule-resolver.ts'

/** The values of the form, by the form's names. */
export interface TypedUser {
  firstname: string
  lastname: string
  email: string
  social_security: string
  old_password: string
  password: string
  password_confirm: string
  group_ids: string[]
  is_active: boolean
  invite: boolean
}

/** The server's field names and the form's. */
const formNames = {
  first_name: 'firstname',
  last_name: 'lastname',
  email: 'email',
  social_security: 'social_security',
  old_password: 'old_password',
  password: 'password',
  password_confirm: 'password_confirm',
  group_ids: 'group_ids',
} as const

type ServerName = keyof typeof formNames

export const serverNames = Object.keys(formNames) as ServerName[]

export function formName(name: ServerName): (typeof formNames)[ServerName] {
  return formNames[name]
}

/** @param user null for a new user, of whom the rut may be known. */
export function typedFrom(user: User | null, rut = ''): TypedUser {
  return {
    firstname: user?.first_name ?? '',
    lastname: user?.last_name ?? '',
    email: user?.email ?? '',
    social_security: formatRut(user?.profile.social_security ?? rut),
    old_password: '',
    password: '',
    password_confirm: '',
    group_ids: user?.group_ids.map(String) ?? [],
    is_active: user?.is_active ?? true,
    invite: false,
  }
}

/**
 * The body of the request. The server ignores fields that the caller is not permitted to change.
 */
export function bodyFrom(typed: TypedUser, user: User | null): UserFields & { id?: number } {
  const fields = {
    first_name: typed.firstname.trim(),
    last_name: typed.lastname.trim(),
    email: typed.email.trim(),
    group_ids: typed.group_ids.map(Number),
    is_active: typed.is_active,
  }
  const rut = canonicalRut(typed.social_security) ?? ''
  if (user) {
    const { id, profile } = user
    const { old_password, password } = typed
    // The loaded version, so that a concurrent change is refused.
    const changed = { id: profile.id, social_security: rut, updated_at: profile.updated_at }
    return { id, ...fields, old_password, password, profile: changed }
  }
  const profile = { social_security: rut }
  if (typed.invite) return { ...fields, password: '', profile, invite: true }
  return { ...fields, password: typed.password, profile }
}

/** @param isOwn whether staff edit their own account. */
export function userResolver(user: User | null, isOwn: boolean): Resolver<TypedUser> {
  return ruleResolver((typed) => {
    const found = Object.entries(errorsOf(typed, user, isOwn)) as [ServerName, Refusal][]
    return Object.fromEntries(found.map(([name, refusal]) => [formName(name), refusal]))
  })
}

function errorsOf(typed: TypedUser, user: User | null, isOwn: boolean) {
  const found: UserFormErrors & { old_password?: Refusal } = userFormErrors(judged(typed), {
    isNew: user === null,
    invite: typed.invite,
    before: user ?? undefined,
  })
  const oldPassword = isOwn && user ? oldPasswordMissing(typed, user) : null
  return oldPassword === null ? found : { ...found, old_password: oldPassword }
}

function judged(typed: TypedUser): UserForm {
  const { firstname, lastname, email, social_security, password, password_confirm } = typed
  return {
    first_name: firstname,
    last_name: lastname,
    email,
    social_security,
    // An invited user chooses the password, so typed passwords are ignored.
    password: typed.invite ? '' : password,
    password_confirm: typed.invite ? '' : password_confirm,
  }
}
