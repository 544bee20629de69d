import type { User } from '@carpeta/contract/auth'
import {
  needsOldPassword,
  oldPasswordMissing,
  type UserForm,
  userFormErrors,
} from '@carpeta/domain/people/user-form-rules'
import type { Resolver } from 'react-hook-form'
import type { OwnAccountFields } from '../../api/own-data.ts'
import { ruleResolver } from '../../forms/rule-resolver.ts'

/** The fields of one's own account that can be changed here, by the server's names. */
export interface TypedAccount {
  first_name: string
  last_name: string
  email: string
  old_password: string
}

export const accountNames = ['first_name', 'last_name', 'email', 'old_password'] as const

// The password has its own page.
const noPassword = { password: '', password_confirm: '' }

export function typedFrom({ first_name, last_name, email }: User): TypedAccount {
  return { first_name, last_name, email, old_password: '' }
}

export function needsPassword({ email }: TypedAccount, user: User): boolean {
  return needsOldPassword({ email, password: '' }, user)
}

/** Sends the loaded version, so that a concurrent change is not overwritten. */
export function fieldsFrom(typed: TypedAccount, { profile }: User): OwnAccountFields {
  const { first_name, last_name, email, old_password } = typed
  return {
    first_name: first_name.trim(),
    last_name: last_name.trim(),
    email: email.trim(),
    old_password,
    profile: { updated_at: profile.updated_at },
  }
}

export function accountResolver(user: User): Resolver<TypedAccount> {
  return ruleResolver((typed) => {
    const form: UserForm & TypedAccount = { ...typed, ...noPassword }
    const old_password = oldPasswordMissing(form, user)
    return {
      ...userFormErrors(form, { isNew: false, isProfileView: true, before: user }),
      ...(old_password && { old_password }),
    }
  })
}
