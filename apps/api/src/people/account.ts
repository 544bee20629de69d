import type { User } from '@carpeta/contract/auth'
import { permissions as everyPermission } from '@carpeta/domain/access/permissions'
import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { InvalidFields } from '../http/errors.ts'

/** An account with what decides its permissions, as `users-store.ts` reads it in one row. */
export interface Account {
  id: number
  rut: string | null
  firstName: string
  lastName: string
  email: string
  /** False after staff deactivate it. */
  isActive: boolean
  /** Whether its owner has chosen a password. */
  isActivated: boolean
  /** Until when a password that staff chose opens the account; null for one of its owner. */
  temporaryPasswordUntil: Date | null
  /** The email of a change that is not confirmed. */
  pendingEmail: string | null
  isPendingEmailRefused: boolean
  isSuperuser: boolean
  updatedAt: Date
  deletedAt: Date | null
  groups: { id: number; name: string }[]
  /** Permissions of all groups, duplicates included. */
  groupPermissions: string[]
  holdsSale: boolean
}

/** An account as the wire sends it: no hash, no counter and no data of other users. */
export function presentUser(account: Account): User {
  const permissions = account.isSuperuser ? [...everyPermission] : account.groupPermissions
  return {
    id: account.id,
    first_name: account.firstName,
    last_name: account.lastName,
    email: account.email,
    username: account.rut ?? account.email,
    is_active: account.isActive && account.isActivated,
    is_superuser: account.isSuperuser,
    permissions: [...new Set(permissions)].toSorted(),
    group_ids: account.groups.map((group) => group.id),
    ...(account.temporaryPasswordUntil && { must_change_password: true as const }),
    ...(account.pendingEmail !== null && { pending_email: account.pendingEmail }),
    ...(account.isPendingEmailRefused && { pending_email_refused: true as const }),
    profile: {
      id: account.id,
      name: account.groups[0]?.name ?? 'Socio',
      social_security: account.rut ?? '',
      is_client: account.rut !== null && (account.holdsSale || account.groups.length === 0),
      updated_at: account.updatedAt.toISOString(),
    },
    deleted_at: account.deletedAt?.toISOString() ?? null,
  }
}

/** The columns that forms change; a missing one stays unchanged. */
export interface UserColumns {
  rut?: string | null | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  isActive?: boolean | undefined
  /** Who of staff writes the email of an account whose owner has not chosen a password. */
  emailTypedBy?: number | undefined
}

/** The given columns whose value differs from the account's. */
export function changedColumns(before: Account, sent: UserColumns): UserColumns {
  const names = ['firstName', 'lastName', 'email', 'rut', 'isActive'] as const
  const changed = names.filter((name) => sent[name] !== undefined && sent[name] !== before[name])
  return Object.fromEntries(changed.map((name) => [name, sent[name]]))
}

/**
 * Compares the account with the version that the form shows, so that an old form does not undo newer
 * changes. @throws {InvalidFields} when the account changed since
 */
export function requireUnchanged({ updatedAt }: Account, asRead: string | undefined): void {
  if (asRead === undefined || Date.parse(asRead) === updatedAt.getTime()) return
  throw new InvalidFields({ __all__: [userFormMessages.changedMeanwhile] })
}

/** An account in the audit log, by the names of the wire; never a hash. */
export function userAuditFacts(account: Account): Record<string, unknown> {
  return {
    first_name: account.firstName,
    last_name: account.lastName,
    email: account.email,
    social_security: account.rut ?? '',
    is_active: account.isActive,
    group_ids: account.groups.map(({ id }) => id),
  }
}
