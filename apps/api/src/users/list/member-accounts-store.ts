import type { AccountState } from '@carpeta/domain/people/account-state'
import type { Database } from '../../db/client.ts'
import { many, type SQL, sql } from '../../db/query.ts'
import { staffIds } from '../colleagues-store.ts'

/** A condition on `userId`: no member of staff, who has a permission. Also deleted accounts. */
export function isMemberAccount(userId: SQL): SQL {
  return sql`${userId} <> all(${staffIds})`
}

/** The accounts of members by the state that the list of users shows. */
export async function countMemberAccounts(db: Database): Promise<Record<AccountState, number>> {
  const { notInvited, noEmail, ...states } = await countByState(db)
  return { not_invited: notInvited + noEmail, ...states }
}

/** Active accounts of members by what their invitation waits for. */
export async function countInvitations(
  db: Database,
): Promise<{ members: number; notInvited: number; noEmail: number; invited: number }> {
  const { inactive: _, active, ...waiting } = await countByState(db)
  const { notInvited, noEmail, invited } = waiting
  return { members: active + notInvited + noEmail + invited, ...waiting }
}

/** One index has all that is counted. */
async function countByState(db: Database): Promise<{
  inactive: number
  active: number
  invited: number
  notInvited: number
  noEmail: number
}> {
  const states = await many<{ state: string; count: number }>(
    db,
    sql`select case when is_active then invitation_state else 'inactive' end as state, count(*)
      from users where deleted_at is null and ${isMemberAccount(sql`users.id`)} group by state`,
  )
  const counts = new Map(states.map(({ state, count }) => [state, count]))
  const of = (state: string) => counts.get(state) ?? 0
  return {
    inactive: of('inactive'),
    active: of('active'),
    invited: of('invited'),
    notInvited: of('not_invited'),
    noEmail: of('no_email'),
  }
}
