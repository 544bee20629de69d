import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { UserRow } from '@carpeta/contract/users'
import { invitationRefusals } from '@carpeta/domain/people/user-rules'
import { activationEmail } from '../account/account-emails.ts'
import { recordAuditEvent, recordAuditedRead } from '../audit/record-audit-event.ts'
import { callerTransaction, requireRecentAuthentication } from '../auth/caller-transaction.ts'
import { endLinks, endLinksBefore, insertLink } from '../auth/links-store.ts'
import { lockTarget, requireMayRevoke } from '../auth/managed-account.ts'
import type { Config } from '../config/config.ts'
import type { Database, JobDatabase, Transaction } from '../db/client.ts'
import { enqueueEmailJobs } from '../email/email-queue.ts'
import { EmailRejected, failureMessage, type Mailer } from '../email/mailer.ts'
import { operator, type SignedInCaller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import { randomToken } from '../http/tokens.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import { isLastAttempt, type ModuleJobs } from '../jobs/run-worker.ts'
import type { Account } from '../people/account.ts'
import {
  claimInvitees,
  clearRefusal,
  countInvitedLately,
  deleteInvitation,
  findIdsAfter,
  findInvitees,
  type InviteeSelection,
  type Invitees,
  lockInvitee,
  type QueuedInvitation,
  recordDelivery,
  recordRefusal,
  whereSelected,
} from '../people/invitations-store.ts'
import { requireNoCommonPurchase } from '../sales/sale-accesses.ts'
import { readUserRow } from './users-list.ts'

/**
 * Queues an activation email for one user, unless one is in the queue.
 * @throws {Refused} with the reason why the user cannot be invited, 403 for somebody with whom the caller shares a purchase
 */
export async function inviteUser(
  { db }: { db: Database },
  caller: SignedInCaller,
  userId: number,
): Promise<UserRow> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const target = await lockTarget(tx, caller, userId)
    // The caller may have written the email before they shared a purchase.
    await requireNoCommonPurchase(tx, caller, target.rut)
    requireInvitable(target)
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
  const isQueued = (await enqueueInvitations(tx, [userId])).length > 0
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

const SELECTION_BATCH = 1000

/**
 * Queues an activation email for each selected account that has an email address, is not activated
 * and was not invited within a day: another email would end the link of the first. Leaves out those with whom the caller
 * shares a purchase. One transaction: all or none, and
 * all at one instant, by which their progress is asked for.
 * @returns how many emails, and how many accounts were invited within a day
 * @throws {Refused} 403 without a recent authentication
 */
export async function inviteUsers(
  { db }: { db: Database },
  caller: SignedInCaller,
  selection: InviteeSelection,
): Promise<AnswerOf<'POST /api/users/invite/'>> {
  return callerTransaction(db, caller, async (tx, caller) => {
    await requireRecentAuthentication(tx, caller)
    const where = whereSelected(selection, caller.user)
    const recent = await countInvitedLately(tx, where)
    let queued = 0
    let invitedAt: string | null = null
    for (let after = 0; ; ) {
      const ids = await findIdsAfter(tx, where, after, SELECTION_BATCH)
      const last = ids.at(-1)
      if (last === undefined) break
      const claimed = await enqueueInvitations(tx, ids, { skipRecent: true })
      queued += claimed.length
      invitedAt ??= claimed[0]?.invitedAt ?? null
      after = last
    }
    if (queued > 0) {
      const after = { ...selectionFacts(selection), queued }
      await recordAuditEvent(tx, caller, { action: 'user.invited', after })
    }
    const at = invitedAt && new Date(Number(invitedAt) * 1000).toISOString()
    return { queued, recent, invited_at: at }
  })
}

/** Only the names of the filters: typed text may name a person, and the audit log stores it for ever. */
function selectionFacts(selection: InviteeSelection): object {
  if ('ids' in selection) return selection
  const { invitation, ...typed } = selection.all
  const filters = Object.entries(typed).filter(([, text]) => text)
  return { all: { invitation, filters: filters.map(([name]) => name) } }
}

const COMMAND_BATCH = 100

/**
 * Queues activation emails for accounts that are not activated and have an email address: for one rut,
 * also a second time, or for all that were not invited.
 * @returns how many emails
 */
export async function inviteMembers(db: JobDatabase, invitees: Invitees): Promise<number> {
  let invited = 0
  for (;;) {
    const { found, queued } = await db.transaction(async (tx) => {
      const ids = await findInvitees(tx, invitees, COMMAND_BATCH)
      const queued = (await enqueueInvitations(tx, ids)).length
      if (queued > 0) {
        await recordAuditEvent(tx, operator, { action: 'user.invited', after: { ids, queued } })
      }
      return { found: ids.length, queued }
    })
    invited += queued
    if (found < COMMAND_BATCH) return invited
  }
}

/** The table of jobs stays small. */
const BATCH_SIZE = 50

/**
 * Queues an activation email for each account that is not activated, has an email address and has no
 * email in the queue.
 */
async function enqueueInvitations(
  tx: Transaction,
  ids: number[],
  { skipRecent = false } = {},
): Promise<QueuedInvitation[]> {
  const claimed = await claimInvitees(tx, ids, { skipRecent })
  await enqueueBatch(tx, claimed)
  return claimed
}

/** Adds a job for each of the first emails, and one for those after them. */
async function enqueueBatch(tx: Transaction, invitations: QueuedInvitation[]): Promise<void> {
  const first = invitations.slice(0, BATCH_SIZE)
  const rest = invitations.slice(BATCH_SIZE)
  await enqueueEmailJobs(tx, SEND_INVITATION, first, invitations.length > 1 ? 'bulk' : 'ordinary')
  if (rest.length === 0) return
  const payload: InvitationsToEmail = { invitations: rest }
  await enqueueJob(tx, ENQUEUE_INVITATIONS, payload, { priority: 'bulk' })
}

/**
 * Ends the invitation's link and cancels a queued email. Changes nothing on an account without an invitation.
 * @throws {Refused} 403 for a user with more permissions than the caller
 */
export async function revokeInvitation(
  { db }: { db: Database },
  caller: SignedInCaller,
  userId: number,
): Promise<UserRow> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const target = await lockTarget(tx, caller, userId)
    requireMayRevoke(caller.user, target)
    const object = { type: 'user', id: userId }
    const isRevoked = !target.isActivated && (await deleteInvitation(tx, userId))
    if (isRevoked) {
      await endLinks(tx, userId)
      const event = { action: 'user.invitation_revoked', object, subjectId: userId } as const
      await recordAuditEvent(tx, caller, event)
    } else {
      await recordAuditedRead(tx, caller, object, userId)
    }
    return readUserRow(tx, userId)
  })
}

export function invitationJobs(services: {
  db: JobDatabase
  config: Config
  mailer: Mailer
}): ModuleJobs {
  return {
    tasks: {
      [SEND_INVITATION]: (payload, helpers) =>
        sendInvitation(services, payload as QueuedInvitation, {
          isLastAttempt: isLastAttempt(helpers),
        }),
      [ENQUEUE_INVITATIONS]: (payload) => {
        const { invitations } = payload as InvitationsToEmail
        return services.db.transaction((tx) => enqueueBatch(tx, invitations))
      },
    },
    slow: [SEND_INVITATION],
  }
}

export const SEND_INVITATION = 'send_invitation'
const ENQUEUE_INVITATIONS = 'enqueue_invitations'

interface InvitationsToEmail {
  invitations: QueuedInvitation[]
}

/**
 * Sends an activation email. The link is made here, so that its life begins now and the queue
 * holds no secret; it replaces those of earlier invitations. Records the outcome on the account; a permanent refusal is
 * not retried.
 */
async function sendInvitation(
  { db, config, mailer }: { db: JobDatabase; config: Config; mailer: Mailer },
  invitation: QueuedInvitation,
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  const token = randomToken()
  const account = await db.transaction(async (tx) => {
    const invitee = await lockInvitee(tx, invitation)
    if (!invitee) return null
    // Not the link that the invitee has asked for since.
    await endLinksBefore(tx, invitee.id, 'activate', invitation.invitedAt)
    await insertLink(tx, { token, userId: invitee.id, purpose: 'activate' })
    return invitee
  })
  // An earlier invitation activated the account while this one waited.
  if (!account) return recordDelivery(db, invitation, null)
  try {
    await mailer(activationEmail(account, token, config))
  } catch (error) {
    const isRefused = error instanceof EmailRejected
    if (isRefused || isLastAttempt)
      await recordDelivery(db, invitation, 'failed', failureMessage(error))
    if (isRefused) return
    throw error
  }
  await recordDelivery(db, invitation, 'sent')
}

/**
 * Wraps the mailer: records on the account that the mail server refuses its address, and does not
 * retry. Staff can then ask the member for another address.
 */
export function recordEmailRefusals(db: Database, mailer: Mailer): Mailer {
  return async (message) => {
    try {
      await mailer(message)
    } catch (error) {
      if (!(error instanceof EmailRejected)) throw error
      return recordRefusal(db, message.to, failureMessage(error))
    }
    await clearRefusal(db, message.to)
  }
}
