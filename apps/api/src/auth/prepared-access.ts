import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Transaction } from '../db/client.ts'
import { type AuditActor, operator } from '../http/caller.ts'
import type { Account } from '../people/account.ts'
import { deleteInvitation } from '../people/invitations-store.ts'
import {
  endUnprovenPassword,
  forgetEmailWriter,
  isEmailUnproven,
  listHalfOpen,
  listPreparedBy,
  lockActive,
  lockUnerased,
} from '../people/users-store.ts'
import { endLinks, listLettersBy, listPreparedByPartners } from './links-store.ts'
import { hashOfNoPassword } from './passwords.ts'
import { deleteSessionsOf } from './sessions-store.ts'

// A way into an account that somebody prepared and its owner has not used: invitation, printed letter, link, pending
// change of email, temporary password. None outlives what justified it (docs/decisions/accounts.md).

export interface EndedAccess {
  any: boolean
  invitation: boolean
  /** A temporary one, or none yet since staff checked whose account it is and wrote its email. */
  unprovenPassword: boolean
}

/** Ends all of an account's unused ways in. The transaction has locked the account. */
export async function endPreparedAccess(
  tx: Transaction,
  { id, isActivated, temporaryPasswordUntil }: Account,
): Promise<EndedAccess> {
  const links = await endLinks(tx, id)
  // On an activated account these columns tell whether its emails arrive.
  const invitation = !isActivated && (await deleteInvitation(tx, id))
  const unprovenPassword =
    temporaryPasswordUntil !== null || (isActivated && (await isEmailUnproven(tx, id)))
  if (unprovenPassword) {
    await deleteSessionsOf(tx, id)
    await endUnprovenPassword(tx, id, hashOfNoPassword())
  }
  // Otherwise the next load would end what a colleague prepares from now on.
  await forgetEmailWriter(tx, id)
  return { any: links || invitation || unprovenPassword, invitation, unprovenPassword }
}

/**
 * Ends what this user prepared in other accounts. Runs when the user's own account is closed, deleted or taken back,
 * or loses the permission.
 */
export async function endAccessPreparedBy(
  tx: Transaction,
  actor: AuditActor,
  makerId: number,
): Promise<void> {
  const ids = [...(await listLettersBy(tx, makerId)), ...(await listPreparedBy(tx, makerId))]
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const account = await lockActive(tx, id)
    if (account && (await endPreparedAccess(tx, account)).any) {
      await recordPreparedAccessEnd(tx, actor, id)
    }
  }
}

/**
 * Ends what somebody prepared in the account of a person with whom they share a purchase by now: all that staff do not
 * open in a purchase of their own would be open. Runs when a load, an access or another rut brings people into one.
 * @param of only what this rut's person prepared, or others for that person
 */
export async function endAccessOfPartners(tx: Transaction, of: string | null): Promise<void> {
  for (const id of await listPreparedByPartners(tx, of)) {
    const account = await lockActive(tx, id)
    if (account && (await endPreparedAccess(tx, account)).any) {
      await recordPreparedAccessEnd(tx, operator, id)
    }
  }
}

/** After a restore: some may have been used or ended since the backup. @returns of how many accounts */
export async function endAccessOfBackup(tx: Transaction): Promise<number> {
  let ended = 0
  for (const id of await listHalfOpen(tx)) {
    const account = await lockUnerased(tx, id)
    if (!account) continue
    await endPreparedAccess(tx, account)
    await recordPreparedAccessEnd(tx, operator, id)
    ended++
  }
  return ended
}

export async function recordPreparedAccessEnd(
  tx: Transaction,
  actor: AuditActor,
  userId: number,
): Promise<void> {
  await recordAuditEvent(tx, actor, {
    action: 'user.unused_access_ended',
    object: { type: 'user', id: userId },
    subjectId: userId,
  })
}
