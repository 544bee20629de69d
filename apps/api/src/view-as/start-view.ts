import type { SignedInUser, User } from '@carpeta/contract/auth/auth-schemas'
import { mayViewAs, viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import { presentSession } from '../auth/present-session.ts'
import { rotateSession } from '../auth/sessions-store.ts'
import type { Database } from '../db/client.ts'
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
  { userId, reason }: { userId: number; reason: string },
): Promise<{ user: SignedInUser; sessionId: string }> {
  const why = reason.trim()
  if (why === '') throw new InvalidFields({ reason: [viewAsMessages.reasonRequired] })
  const member = await findViewable(db, caller.user, userId)
  const sessionId = randomToken()
  await callerTransaction(db, caller, async (tx, caller) => {
    const next = { idHash: tokenHash(sessionId), viewingAsId: member.id }
    if (!(await rotateSession(tx, caller.sessionHash, next))) throw new NotSignedIn()
    await recordAuditEvent(tx, caller, {
      action: 'member.viewed_as',
      object: { type: 'user', id: member.id },
      subjectId: member.id,
      reason: why,
    })
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
