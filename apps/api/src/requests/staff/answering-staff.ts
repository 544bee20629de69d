import type { Permission } from '@carpeta/domain/access/permissions'
import { mayHandleRequest } from '@carpeta/domain/requests/request-states'
import type { Database, Transaction } from '../../db/client.ts'
import {
  type Colleague,
  findPermitted,
  listInGroupWith,
  listPermitted,
  listSuperusers,
} from '../../users/staff-store.ts'

const ANSWER_REQUESTS: Permission = 'requests.answer_requests'

/** Every user that a request can be assigned to: active, with permission to answer. */
export function listAssignees(db: Database): Promise<Colleague[]> {
  return listPermitted(db, ANSWER_REQUESTS)
}

/** The user, if a request can be assigned to them. */
export function findAssignee(tx: Transaction, userId: number): Promise<Colleague | null> {
  return findPermitted(tx, ANSWER_REQUESTS, userId)
}

/**
 * The staff that are notified of a member's unassigned request. Superusers are only among them if a group
 * of theirs answers, or if no group does.
 */
export async function listAnswering(tx: Transaction, memberId: number): Promise<Colleague[]> {
  const others = ({ id }: Colleague) => mayHandleRequest(id, memberId)
  const inGroups = (await listInGroupWith(tx, ANSWER_REQUESTS)).filter(others)
  return inGroups.length > 0 ? inGroups : (await listSuperusers(tx)).filter(others)
}
