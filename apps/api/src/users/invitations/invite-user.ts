import type { UserRow } from '@carpeta/contract/users'
import { invitationRefusals } from '@carpeta/domain/people/user-rules'
import { recordAction } from '../../audit/record-audit-event.ts'
import { recordRead } from '../../audit/record-audited-read.ts'
import type { Database, Transaction } from '../../db/client.ts'
import { Refused } from '../../http/errors.ts'
import type { Staff } from '../../http/staff.ts'
import { holdTarget } from '../changes/lock-target.ts'
import { presentHeldRow } from '../list/present-user-row.ts'
import type { Account } from '../present-user.ts'
import { queueInvitations } from './enqueue-invitations.ts'

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
