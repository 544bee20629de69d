import type { AccountState } from '@carpeta/domain/people/account-state'
import type { Database } from '../../db/client.ts'
import { one, type SQL, sql } from '../../db/query.ts'

/** A condition on `userId`: no member of staff, who has a permission. Also deleted accounts. */
export function isMemberAccount(userId: SQL): SQL {
  return sql`${userId} in (select id from users where ${hasNoPermission})`
}

const hasNoPermission = sql`(not users.is_superuser and not exists (
  select from user_groups join group_permissions using (group_id)
  where user_groups.user_id = users.id))`

/** The accounts of members by the state that the list of users shows. */
export async function countMemberAccounts(db: Database): Promise<Record<AccountState, number>> {
  const { notInvited, ...states } = await one<{
    notInvited: number
    invited: number
    active: number
    inactive: number
  }>(
    db,
    sql`select count(*) filter (where not is_active) as inactive,
        count(*) filter (where is_active and invitation_state = 'active') as active,
        count(*) filter (where is_active and invitation_state = 'invited') as invited,
        count(*) filter (where is_active and invitation_state in ('not_invited', 'no_email'))
          as not_invited
      from users where deleted_at is null and ${hasNoPermission}`,
  )
  return { not_invited: notInvited, ...states }
}

/** Active accounts of members by what their invitation waits for. */
export function countInvitations(
  db: Database,
): Promise<{ members: number; notInvited: number; noEmail: number; invited: number }> {
  return one(
    db,
    sql`select count(*) as members,
        count(*) filter (where invitation_state = 'not_invited') as not_invited,
        count(*) filter (where invitation_state = 'no_email') as no_email,
        count(*) filter (where invitation_state = 'invited') as invited
      from users where deleted_at is null and is_active and ${hasNoPermission}`,
  )
}
