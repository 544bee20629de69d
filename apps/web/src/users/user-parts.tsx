import type { User } from '@carpeta/contract/auth'
import { type AccountState, accountStateNames } from '@carpeta/domain/people/account-state'
import type { ReactNode } from 'react'
import { Tag } from '../ui/display/tag.tsx'
import { CheckCircleIcon, CrossCircleIcon } from '../ui/icons/icons.tsx'
import type { UserRow } from './calls.ts'
import classes from './users.module.css'

const reasons: Record<AccountState, string | null> = {
  not_invited: accountStateNames.not_invited,
  invited: accountStateNames.invited,
  active: null,
  inactive: 'Por la cooperativa',
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
  return (
    <>
      {user.is_active && !isDeleted ? (
        <Tag tone="green" icon={CheckCircleIcon}>
          Activado
        </Tag>
      ) : (
        <Tag tone="red" icon={CrossCircleIcon}>
          Desactivado
        </Tag>
      )}
      {children}
      {reason && (
        <p className={classes.detail}>{invitedOn ? `${reason} el ${invitedOn}` : reason}</p>
      )}
    </>
  )
}

/** Never empty: it is part of the accessible names of a row's buttons. */
export function fullName({ first_name, last_name, email, id }: User): string {
  return `${first_name} ${last_name}`.trim() || email || `usuario ${id}`
}
