import { can, type Permission } from './permissions.ts'

interface Person {
  permissions: readonly string[]
}

const figures: Permission[] = [
  'sales.import_sales',
  'payments.match_payments',
  'users.view_as_member',
]

/** Accounting's figures of a member's sales: for staff who see them elsewhere too. */
export function maySeeSales(user: Person): boolean {
  return can(user, 'users.manage_users') && figures.some((permission) => can(user, permission))
}

/** What the search of staff may find; without any part there is nothing to search. */
export function searchableParts(user: Person): ('members' | 'sales' | 'requests')[] {
  return [
    ...(can(user, 'users.manage_users') ? (['members'] as const) : []),
    ...(maySeeSales(user) ? (['sales'] as const) : []),
    ...(can(user, 'requests.answer_requests') ? (['requests'] as const) : []),
  ]
}

export const MIN_SEARCH = 2
export const MAX_SEARCH = 100
