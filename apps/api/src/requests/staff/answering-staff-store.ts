import type { Permission } from '@carpeta/domain/access/permissions'
import type { Database, Transaction } from '../../db/client.ts'
import { many, type SQL, sql } from '../../db/query.ts'

const ANSWER: Permission = 'requests.answer_requests'

/** Somebody of the staff who answers requests. */
export interface Colleague {
  id: number
  name: string
  firstName: string
  email: string
  wantsEmails: boolean
}

const inAnsweringGroup = sql`exists (
  select from user_groups join group_permissions using (group_id)
  where user_groups.user_id = users.id and group_permissions.permission = ${ANSWER})`

const mayAnswer = sql`(users.is_superuser or ${inAnsweringGroup})`

/** Everybody who can be given a request: active, and allowed to answer. */
export function listAssignees(db: Database): Promise<Colleague[]> {
  return activeWhere(db, mayAnswer)
}

/** One of them by his id. */
export async function findAssignee(tx: Transaction, userId: number): Promise<Colleague | null> {
  const [colleague] = await activeWhere(tx, sql`users.id = ${userId} and ${mayAnswer}`)
  return colleague ?? null
}

/** Whoever has this request on his desk, while he may still answer it. */
export async function findAssigneeOf(
  tx: Transaction,
  requestId: number,
): Promise<Colleague | null> {
  const [colleague] = await activeWhere(
    tx,
    sql`users.id = (select assignee_id from requests where requests.id = ${requestId})
      and ${mayAnswer}`,
  )
  return colleague ?? null
}

/**
 * Who is told of what is on nobody's desk. A superuser, only if answering is his work too, or
 * nobody else's.
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
