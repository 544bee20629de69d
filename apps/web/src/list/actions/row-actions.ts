import type { User } from '@carpeta/contract/auth'
import { can, type Permission } from '@carpeta/domain/access/permissions'
import type { ListScope } from '../../api/resources.ts'

export type RowAction = 'edit' | 'remove' | 'restore'

/** The actions of a list's rows, each with the permission it needs. */
export type RowPermissions = Partial<Record<RowAction, Permission>>

const ACTIONS_BY_SCOPE: Record<ListScope, RowAction[]> = {
  active: ['edit', 'remove'],
  deleted: ['restore'],
}

export function permittedActions(user: User | null, permissions: RowPermissions, scope: ListScope) {
  return ACTIONS_BY_SCOPE[scope].filter((action) => isPermitted(user, permissions, action))
}

/** Also decides who sees the deleted rows. */
export function canRestore(user: User | null, permissions: RowPermissions): boolean {
  return isPermitted(user, permissions, 'restore')
}

function isPermitted(user: User | null, permissions: RowPermissions, action: RowAction): boolean {
  const permission = permissions[action]
  return permission !== undefined && can(user, permission)
}
