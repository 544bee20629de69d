import { wrongPasswordMessage } from '@carpeta/domain/access/login-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database, Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotSignedIn, Refused, Throttled, Unavailable } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'
import { findById, type LoginCandidate, lockIfUnchanged } from '../people/users-store.ts'
import {
  confirmationsKey,
  refundAttempts,
  resetLoginAttempts,
  takeAttempt,
} from '../throttle/throttle-store.ts'
import { wrongConfirmationsEmail } from './auth-emails.ts'
import { callerTransaction } from './caller-transaction.ts'
import { userHashes, verifyPassword, withNewHash } from './passwords.ts'
import type { AuthServices } from './sessions.ts'
import { renewAuthentication } from './sessions-store.ts'

/**
 * Confirms who the caller is, by the password. The session gets a new id (ASVS 7.2.4).
 * @returns the session's new id
 * @throws {Refused} 400 for a wrong password, which counts like a failed login
 * @throws {Throttled} · {NotSignedIn} when the password changed meanwhile
 */
export async function reauthenticate(
  services: AuthServices,
  caller: SignedInCaller,
  password: string,
): Promise<string> {
  const { db, limits } = services
  const confirmed = await confirmIdentity(services, caller, password)
  if (!confirmed) {
    // The session's own count refuses guesses; others at the address refuse nobody who is signed in.
    await limits.loginFailures.tryConsume(caller.address)
    throw new Refused(wrongPasswordMessage)
  }
  return renewSession(db, caller, (tx) => lockConfirmed(tx, confirmed))
}

/** Gives the caller's session a new id, authenticated now. @returns the new id */
export async function renewSession(
  db: Database,
  caller: SignedInCaller,
  confirm: (tx: Transaction) => Promise<void>,
): Promise<string> {
  const sessionId = randomToken()
  const renew = async (tx: Transaction) => {
    await confirm(tx)
    const isRenewed = await renewAuthentication(tx, caller.sessionHash, tokenHash(sessionId))
    if (!isRenewed) throw new NotSignedIn()
  }
  await callerTransaction(db, caller, renew, { lock: 'update' })
  return sessionId
}

/**
 * Verifies the password of a signed-in user; null when it is wrong or an expired temporary one.
 * Guesses count as they do at the login; wrong ones are recorded, and many are told to the owner.
 * @throws {Throttled} @throws {Unavailable}
 */
export async function confirmIdentity(
  services: AuthServices,
  caller: SignedInCaller,
  password: string,
): Promise<LoginCandidate | null> {
  const { db } = services
  const userId = caller.user.id
  const attempts = confirmationsKey(caller.sessionNumber)
  const taken = await takeAttempt(db, attempts)
  if (!taken.allowed) throw new Throttled(taken.waitSeconds)
  const candidate = await findById(db, userId)
  const owner = userHashes(userId)
  const verifying = verifyPassword(candidate?.passwordHash ?? null, password, { owner })
  const isMatch = await verifying.catch(async (error: unknown) => {
    if (error instanceof Unavailable || error instanceof Throttled)
      await refundAttempts(db, [attempts])
    throw error
  })
  if (!candidate || candidate.isExpired || !isMatch) {
    const event = { action: 'session.reauthentication_failed', subjectId: userId } as const
    await recordAuditEvent(db, caller, event)
    if (candidate) await tellGuesses(services, candidate)
    return null
  }
  await resetLoginAttempts(db, [attempts])
  return withNewHash(db, candidate, password, owner)
}

/** In whichever sessions of the account; once a day, since an owner who mistypes it knows. */
async function tellGuesses(
  { db, config, limits }: AuthServices,
  { account }: LoginCandidate,
): Promise<void> {
  const key = String(account.id)
  if (await limits.wrongConfirmations.tryConsume(key)) return
  if (!(await limits.wrongConfirmationNotices.tryConsume(key))) return
  await enqueueEmail(db, wrongConfirmationsEmail(account, config), config)
}

/**
 * Staff may have set another password or deactivated the account while the new one was hashed; the
 * old password then proves nothing (docs/security.md 3.10). @throws {NotSignedIn}
 */
export async function lockConfirmed(tx: Transaction, confirmed: LoginCandidate): Promise<void> {
  const { account, passwordHash } = confirmed
  if (!(await lockIfUnchanged(tx, account.id, passwordHash))) throw new NotSignedIn()
}
