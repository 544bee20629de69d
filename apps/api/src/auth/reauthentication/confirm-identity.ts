import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Database, Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotSignedIn, Throttled, Unavailable } from '../../http/errors.ts'
import {
  attemptsKey,
  refundAttempt,
  resetLoginAttempts,
  takeAttempt,
} from '../../throttle/login-attempts-store.ts'
import { findById, type LoginCandidate, lockIfUnchanged } from '../../users/users-store.ts'
import { userHashes, verifyPassword } from '../passwords.ts'
import { withNewHash } from '../renew-hash.ts'

/**
 * Verifies the password of a signed-in user; null when it is wrong or an expired temporary one.
 * Guesses count as they do at the login, and wrong ones are recorded. @throws {Throttled} @throws {Unavailable}
 */
export async function confirmIdentity(
  db: Database,
  caller: SignedInCaller,
  password: string,
): Promise<LoginCandidate | null> {
  const userId = caller.user.id
  const attempts = attemptsKey(`change:${userId}`, null)
  const taken = await takeAttempt(db, attempts)
  if (!taken.allowed) throw new Throttled(taken.waitSeconds)
  const candidate = await findById(db, userId)
  const owner = userHashes(userId)
  const verifying = verifyPassword(candidate?.passwordHash ?? null, password, { owner })
  const isMatch = await verifying.catch(async (error: unknown) => {
    if (error instanceof Unavailable || error instanceof Throttled)
      await refundAttempt(db, attempts)
    throw error
  })
  if (!candidate || candidate.isExpired || !isMatch) {
    const event = { action: 'session.reauthentication_failed', subjectId: userId } as const
    await recordAuditEvent(db, caller, event)
    return null
  }
  await resetLoginAttempts(db, [attempts])
  return withNewHash(db, candidate, password, owner)
}

/**
 * Staff may have set another password or deactivated the account while the new one was hashed; the
 * old password then proves nothing (docs/security.md 3.10). @throws {NotSignedIn}
 */
export async function lockConfirmed(tx: Transaction, confirmed: LoginCandidate): Promise<void> {
  const { account, passwordHash } = confirmed
  if (!(await lockIfUnchanged(tx, account.id, passwordHash))) throw new NotSignedIn()
}
