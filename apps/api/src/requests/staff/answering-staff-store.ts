import type { Permission } from '@carpeta/domain/access/permissions'
import type { Database, Transaction } from '../../db/client.ts'
import { maybeOne, sql } from '../../db/query.ts'
import {
  type Colleague,
  findPermitted,
  listInGroupWith,
  listPermitted,
  listSuperusers,
} from '../../users/colleagues-store.ts'

const ANSWER: Permission = 'requests.answer_requests'

/** All staff to whom a request can be assigned. */
export function listAssignees(db: Database): Promise<Colleague[]> {
  return listPermitted(db, ANSWER)
}

export function findAssignee(tx: Transaction, userId: number): Promise<Colleague | null> {
  return findPermitted(tx, ANSWER, userId)
}

/** The request's assignee, while still allowed to answer. */
export async function findAssigneeOf(
  tx: Transaction,
  requestId: number,
): Promise<Colleague | null> {
  const request = await maybeOne<{ assigneeId: number | null }>(
    tx,
    sql`select assignee_id from requests where id = ${requestId}`,
  )
  const assigneeId = request?.assigneeId ?? null
  return assigneeId === null ? null : findAssignee(tx, assigneeId)
}

/** Staff to notify of an unassigned request: superusers only while no group answers requests. */
export async function listAnswering(tx: Transaction): Promise<Colleague[]> {
  const inGroups = await listInGroupWith(tx, ANSWER)
  return inGroups.length > 0 ? inGroups : listSuperusers(tx)
}
