import type { UserRow } from '@carpeta/contract/users'
import { invitationRefusals } from '@carpeta/domain/user-rules'
import { queueInvitations } from '../accounts/queue-invitations.ts'
import { recordAction } from '../audit/record-action.ts'
import { recordRead } from '../audit/record-read.ts'
import type { Database, Transaction } from '../db/client.ts'
import { Refused } from '../http/errors.ts'
import type { Staff } from '../http/staff.ts'
import type { Account } from '../users/present-user.ts'
import { holdTarget } from './hold-target.ts'
import { presentHeldRow } from './present-user-row.ts'

/**
 * Sends one person an activation letter, or another one; while one waits in the queue that is the
 * one. @throws {Refused} with the reason why nobody can be invited
 */
export async function inviteUser(db: Database, staff: Staff, userId: number): Promise<UserRow> {
  return db.transaction(async (tx) => {
    requireInvitable(await holdTarget(tx, staff, userId))
    if (!(await sendInvitation(tx, staff, userId))) {
      await recordRead(tx, staff.actor, { type: 'user', id: userId }, userId)
    }
    return presentHeldRow(tx, userId)
  })
}

/** False where one waits in the queue already. */
export async function sendInvitation(
  tx: Transaction,
  { actor }: Staff,
  userId: number,
): Promise<boolean> {
  const isQueued = (await queueInvitations(tx, [userId])) > 0
  if (isQueued) {
    await recordAction(tx, actor, {
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
