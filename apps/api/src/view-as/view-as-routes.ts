import type { SignedInUser, User } from '@carpeta/contract/auth'
import { endpoints } from '@carpeta/contract/view-as'
import { mayViewAs, viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import { presentSession, recordViewEnd } from '../auth/sessions.ts'
import { rotateSession } from '../auth/sessions-store.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { Api } from '../http/api.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { setSession } from '../http/csrf.ts'
import { InvalidFields, NotFound, NotSignedIn, Refused } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'
import { presentUser } from '../people/account.ts'
import { haveCommonSale } from '../people/parties-store.ts'
import { findById } from '../people/users-store.ts'

/** Staff view the portal as a member, read-only. */
export function viewAsRoutes(api: Api): void {
  serve(api, endpoints, {
    'POST /api/view-as/': async ({ caller, body: { user_id: userId, reason }, request, reply }) => {
      const { user, sessionId } = await startView(api, caller, { userId, reason })
      setSession(api, request, reply, sessionId)
      return user
    },
    'POST /api/view-as/end/': async ({ caller, request, reply }) => {
      if (caller.viewer === null) return presentSession(caller)
      setSession(api, request, reply, await endView(api, caller))
      return presentSession({ user: caller.viewer })
    },
  })
}

/**
 * Turns the session into a view as a member. The member can read the reason. The session gets a new
 * id, so that a tab opened earlier cannot act as the wrong user.
 * @throws {InvalidFields} without a reason
 * @throws {NotFound} for an unknown user
 * @throws {Refused} 403 for a user who is not an active member, or who shares a purchase with the viewer
 */
async function startView(
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
  const [own, theirs] = [viewer, member].map(({ profile }) => profile.social_security)
  // All that staff do not open in a purchase of their own would be open.
  if (await haveCommonSale(db, own ?? '', theirs ?? '')) {
    throw new Refused(viewAsMessages.sharesPurchase, 403)
  }
  return member
}

/** Returns to the staff user's own session. @returns its new id */
async function endView({ db }: { db: Database }, caller: SignedInCaller): Promise<string> {
  return switchView(db, caller, null, (tx, caller) => recordViewEnd(tx, caller, caller.user.id))
}

async function switchView(
  db: Database,
  caller: SignedInCaller,
  viewingAsId: number | null,
  record: (tx: Transaction, caller: SignedInCaller) => Promise<void>,
): Promise<string> {
  const sessionId = randomToken()
  const change = async (tx: Transaction, caller: SignedInCaller) => {
    const next = { idHash: tokenHash(sessionId), viewingAsId }
    if (!(await rotateSession(tx, caller.sessionNumber, next))) throw new NotSignedIn()
    await record(tx, caller)
  }
  // Two tabs that end one view follow each other.
  await callerTransaction(db, caller, change, { lock: 'update' })
  return sessionId
}
