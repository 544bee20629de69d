import type { User } from '@carpeta/contract/auth'
import { can, type Permission } from '@carpeta/domain/permissions'
import type { Shelf } from '../../api/resources.ts'

export type RowAct = 'edit' | 'remove' | 'restore'

/** What a list lets do with its rows, and the permission each act needs. */
export type RowPermissions = Partial<Record<RowAct, Permission>>

const OF_SHELF: Record<Shelf, RowAct[]> = {
  living: ['edit', 'remove'],
  trashed: ['restore'],
}

export function permittedActs(user: User | null, permissions: RowPermissions, shelf: Shelf) {
  return OF_SHELF[shelf].filter((act) => may(user, permissions, act))
}

/** Whoever may restore sees what there is to restore. */
export function mayRestore(user: User | null, permissions: RowPermissions): boolean {
  return may(user, permissions, 'restore')
}

function may(user: User | null, permissions: RowPermissions, act: RowAct): boolean {
  const permission = permissions[act]
  return permission !== undefined && can(user, permission)
}
