import type { Permission } from '@carpeta/domain/access/permissions'
import type { Database, Transaction } from '../../db/client.ts'
import { many, type SQL, sql } from '../../db/query.ts'

const ANSWER_REQUESTS: Permission = 'requests.answer_requests'

/** A user of the staff with permission to answer requests. */
export interface Colleague {
  id: number
  name: string
  firstName: string
  email: string
  wantsEmails: boolean
}

const inAnsweringGroup = sql`exists (
  select from user_groups join group_permissions using (group_id)
  where user_groups.user_id = users.id and group_permissions.permission = ${ANSWER_REQUESTS})`

const canAnswer = sql`(users.is_superuser or ${inAnsweringGroup})`

/** Every user that a request can be assigned to: active, with permission to answer. */
export function listAssignees(db: Database): Promise<Colleague[]> {
  return activeWhere(db, canAnswer)
}

/** The user, if a request can be assigned to them. */
export async function findAssignee(tx: Transaction, userId: number): Promise<Colleague | null> {
  const [colleague] = await activeWhere(tx, sql`users.id = ${userId} and ${canAnswer}`)
  return colleague ?? null
}

/**
 * The staff that are notified of an unassigned request. Superusers are only among them if a group
 * of theirs answers, or if no group does.
 */
export async function listAnswering(tx: Transaction): Promise<Colleague[]> {
  const groups = await activeWhere(tx, inAnsweringGroup)
  return groups.length > 0 ? groups : activeWhere(tx, sql`users.is_superuser`)
}

function activeWhere(db: Database | Transaction, where: SQL): Promise<Colleague[]> {
  return many<Colleague>(
    db,
    sql`select users.id, trim(users.first_name || ' ' || users.last_name) as name,
        users.first_name, users.email, users.wants_request_emails as wants_emails
      from users
      where users.is_active and users.password_hash is not null and users.deleted_at is null
        and ${where}
      order by spanish_order(users.first_name || ' ' || users.last_name) collate "C", users.id`,
  )
}
