import type { User } from '@carpeta/contract/auth'
import { type AccountState, accountStateNames } from '@carpeta/domain/people/account-state'
import type { ComponentType, ReactNode } from 'react'
import { Tag } from '../ui/display/tag.tsx'
import {
  CheckCircleIcon,
  ClockIcon,
  CrossCircleIcon,
  DashCircleIcon,
  type IconProps,
} from '../ui/icons/icons.tsx'
import type { UserRow } from './calls.ts'
import classes from './users.module.css'

const reasons: Record<AccountState, string | null> = {
  not_invited: accountStateNames.not_invited,
  invited: accountStateNames.invited,
  active: null,
  inactive: 'Por la cooperativa',
}

/** Nobody switched off an account that its owner has not opened yet: a cross, and red, would say so. */
const waiting: Partial<Record<AccountState, ComponentType<IconProps>>> = {
  not_invited: DashCircleIcon,
  invited: ClockIcon,
}

interface Props {
  user: Pick<UserRow, 'account_state' | 'is_active'>
  isDeleted?: boolean
  /** The day of the last invitation. */
  invitedOn?: string | null
  /** Beside the tag. */
  children?: ReactNode
}

/** Whether the account can be entered, and why not. An API of the specification alone does not tell why. */
export function AccountStateTag(props: Props) {
  const { user, isDeleted = false, invitedOn = null, children } = props
  const reason = isDeleted ? 'Eliminado' : user.account_state && reasons[user.account_state]
  const waits = !isDeleted && user.account_state && waiting[user.account_state]
  const detail = reason && (
    <p className={classes.detail}>{invitedOn ? `${reason} el ${invitedOn}` : reason}</p>
  )
  return (
    <>
      {waits && detail}
      {user.is_active && !isDeleted ? (
        <Tag tone="green" icon={CheckCircleIcon}>
          Activado
        </Tag>
      ) : (
        <Tag tone={waits ? 'amber' : 'red'} icon={waits || CrossCircleIcon}>
          Desactivado
        </Tag>
      )}
      {children}
      {!waits && detail}
    </>
  )
}

/** Never empty: it is part of the accessible names of a row's buttons. */
export function fullName({ first_name, last_name, email, id }: User): string {
  return `${first_name} ${last_name}`.trim() || email || `usuario ${id}`
}
