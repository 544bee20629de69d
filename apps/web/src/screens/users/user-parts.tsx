import type { User } from '@carpeta/contract/auth'
import { type AccountState, accountStateNames } from '@carpeta/domain/people/account-state'
import type { ComponentProps } from 'react'
import type { UserRow } from '../../api/users.ts'
import { Tag } from '../../ui/display/tag.tsx'
import {
  CheckCircleIcon,
  CrossCircleIcon,
  DashCircleIcon,
  MailIcon,
} from '../../ui/icons/icons.tsx'

type Look = Pick<ComponentProps<typeof Tag>, 'tone' | 'icon'>

const looks: Record<AccountState, Look> = {
  not_invited: { tone: 'plain', icon: DashCircleIcon },
  invited: { tone: 'blue', icon: MailIcon },
  active: { tone: 'green', icon: CheckCircleIcon },
  inactive: { tone: 'red', icon: CrossCircleIcon },
}

/** An API of the specification alone tells only whether the account is active. */
export function accountStateOf({ account_state, is_active }: UserRow): AccountState {
  return account_state ?? (is_active ? 'active' : 'inactive')
}

/** The one state of an account. */
export function AccountStateTag({ state }: { state: AccountState }) {
  return <Tag {...looks[state]}>{accountStateNames[state]}</Tag>
}

/** Never empty: it is part of the accessible names of a row's buttons. */
export function fullName({ first_name, last_name, email, id }: User): string {
  return `${first_name} ${last_name}`.trim() || email || `usuario ${id}`
}
