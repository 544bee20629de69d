import type { SignedInUser, User } from '@carpeta/contract/auth'
import { mayViewAs, viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import { presentSession, recordViewEnd } from '../auth/sessions.ts'
import { rotateSession } from '../auth/sessions-store.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { InvalidFields, NotFound, NotSignedIn, Refused } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'
import { presentUser } from '../users/account.ts'
import { findById } from '../users/users-store.ts'

/**
 * Turns the session into a view as a member. The member can read the reason. The session gets a new
 * id, so that a tab opened earlier cannot act as the wrong user.
 * @throws {InvalidFields} without a reason
 * @throws {NotFound} for an unknown user
 * @throws {Refused} 403 for a user who is not an active member
 */
export async function startView(
  { db }: { db: Database },
  caller: SignedInCaller,
  { userId, reason: typed }: { userId: number; reason: string },
): Promise<{ user: SignedInUser; sessionId: string }> {
  const reason = typed.trim()
  if (reason === '') throw new InvalidFields({ reason: [viewAsMessages.reasonRequired] })
  const member = await findViewable(db, caller.user, userId)
  const sessionId = await switchView(db, caller, member.id, async (tx, caller) => {
    const about = { object: { type: 'user', id: member.id }, subjectId: member.id }
    await recordAuditEvent(tx, caller, { action: 'member.viewed_as', ...about, reason })
  })
  return { user: presentSession({ user: member, viewer: caller.user }), sessionId }
}

async function findViewable(db: Database, viewer: User, userId: number): Promise<User> {
  const account = (await findById(db, userId))?.account
  if (!account) throw new NotFound()
  const member = presentUser(account)
  if (!account.isActive || !mayViewAs(viewer, member)) {
    throw new Refused(viewAsMessages.notViewable, 403)
  }
  return member
}

/** Returns to the staff user's own session. @returns its new id */
export async function endView({ db }: { db: Database }, caller: SignedInCaller): Promise<string> {
  return switchView(db, caller, null, recordViewEnd)
}

async function switchView(
  db: Database,
  caller: SignedInCaller,
  viewingAsId: number | null,
  record: (tx: Transaction, caller: SignedInCaller) => Promise<void>,
): Promise<string> {
  const sessionId = randomToken()
  await callerTransaction(db, caller, async (tx, caller) => {
    const next = { idHash: tokenHash(sessionId), viewingAsId }
    if (!(await rotateSession(tx, caller.sessionHash, next))) throw new NotSignedIn()
    await record(tx, caller)
  })
  return sessionId
}
