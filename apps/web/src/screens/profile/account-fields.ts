import type { User } from '@carpeta/contract/auth'
import { type UserForm, userFormErrors } from '@carpeta/domain/user-form-rules'
import type { FieldErrors, Resolver, ResolverResult } from 'react-hook-form'
import type { OwnAccountFields } from '../../api/own-data.ts'

/** What a person may change of himself, by the server's names. */
export interface TypedAccount {
  first_name: string
  last_name: string
  email: string
  old_password: string
  password: string
  password_confirm: string
}

export function typedFrom({ first_name, last_name, email }: User): TypedAccount {
  const noPassword = { old_password: '', password: '', password_confirm: '' }
  return { first_name, last_name, email, ...noPassword }
}

export const accountNames = [
  'first_name',
  'last_name',
  'email',
  'old_password',
  'password',
  'password_confirm',
] as const

export function movesEmail(typed: string, user: User): boolean {
  return typed.trim() !== user.email
}

/** Whoever finds a session open changes with it neither the way in nor the way back. */
export function needsPassword({ email, password }: TypedAccount, user: User): boolean {
  return movesEmail(email, user) || password !== ''
}

export function fieldsFrom(typed: TypedAccount): OwnAccountFields {
  const { first_name, last_name, email, old_password, password } = typed
  return {
    first_name: first_name.trim(),
    last_name: last_name.trim(),
    email: email.trim(),
    old_password,
    password,
  }
}

export function accountResolver(user: User): Resolver<TypedAccount> {
  return (typed): ResolverResult<TypedAccount> => {
    const form: UserForm = typed
    const found = userFormErrors(form, { isNew: false, isProfileView: true, before: user })
    const oldPassword = missing(typed, user)
    if (oldPassword === undefined && Object.keys(found).length === 0) {
      return { values: typed, errors: {} }
    }
    const errors: FieldErrors<TypedAccount> = {}
    for (const name of accountNames) {
      const message = name === 'old_password' ? oldPassword : found[name]
      if (message) errors[name] = { type: 'rule', message }
    }
    return { values: {}, errors }
  }
}

/** Said here: the server would count it as a wrong guess. */
function missing(typed: TypedAccount, user: User): string | undefined {
  const isMissing = needsPassword(typed, user) && typed.old_password === ''
  return isMissing ? 'Ingresa tu contraseña actual' : undefined
}
