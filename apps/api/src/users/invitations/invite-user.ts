import type { UserRow } from '@carpeta/contract/users/users-schemas'
import { invitationRefusals } from '@carpeta/domain/people/user-rules'
import { recordAuditEvent, recordAuditedRead } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Database, Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { lockTarget } from '../changes/lock-target.ts'
import { readUserRow } from '../list/present-user-row.ts'
import type { Account } from '../present-user.ts'
import { enqueueInvitations } from './enqueue-invitations.ts'

/**
 * Queues an activation email for one user, unless one is in the queue.
 * @throws {Refused} with the reason why the user cannot be invited
 */
export async function inviteUser(
  { db }: { db: Database },
  caller: SignedInCaller,
  userId: number,
): Promise<UserRow> {
  return callerTransaction(db, caller, async (tx, caller) => {
    requireInvitable(await lockTarget(tx, caller, userId))
    if (!(await enqueueInvitation(tx, caller, userId))) {
      await recordAuditedRead(tx, caller, { type: 'user', id: userId }, userId)
    }
    return readUserRow(tx, userId)
  })
}

/** False when an email is already in the queue. */
export async function enqueueInvitation(
  tx: Transaction,
  caller: SignedInCaller,
  userId: number,
): Promise<boolean> {
  const isQueued = (await enqueueInvitations(tx, [userId])) > 0
  if (isQueued) {
    await recordAuditEvent(tx, caller, {
      action: 'user.invited',
      object: { type: 'user', id: userId },
      subjectId: userId,
    })
  }
  return isQueued
}

function requireInvitable({ isActivated, isActive, email }: Account): void {
  if (isActivated) throw new Refused(invitationRefusals.activated)
  if (!isActive) throw new Refused(invitationRefusals.inactive)
  if (email === '') throw new Refused(invitationRefusals.noEmail)
}
