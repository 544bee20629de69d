import { can } from '@carpeta/domain/access/permissions'
import { useStoredUser } from '../session/use-stored-user.ts'

/** Of a member's file; null for staff who do not see it. */
export function useFilePath({ id }: { id: number }): string | null {
  const me = useStoredUser() ?? null
  return can(me, 'users.manage_users') ? `/users/${id}` : null
}
