import type { User } from '@carpeta/contract/auth/auth-schemas'
import { permissions as everyPermission } from '@carpeta/domain/access/permissions'

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
  isSuperuser: boolean
  updatedAt: Date
  deletedAt: Date | null
  groups: { id: number; name: string }[]
  /** Of all groups: one that two groups have is there twice. */
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
