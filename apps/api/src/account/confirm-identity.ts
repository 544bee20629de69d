import { verifyPassword } from '../auth/passwords.ts'
import type { Database, Transaction } from '../db/client.ts'
import { NotSignedIn, Throttled, Unavailable } from '../http/errors.ts'
import {
  attemptsKey,
  giveTryBack,
  resetLoginAttempts,
  takeAttempt,
} from '../throttle/login-attempts-store.ts'
import { findById, type LoginCandidate, lockIfUnchanged } from '../users/users-store.ts'

/**
 * Who is logged in and knows the password too; null when it is not the one.
 * Guessing here is counted like at the login. @throws {Throttled} @throws {Unavailable}
 */
export async function confirmIdentity(
  db: Database,
  userId: number,
  password: string,
): Promise<LoginCandidate | null> {
  const tries = attemptsKey(`change:${userId}`, null)
  const taken = await takeAttempt(db, tries)
  if (!taken.allowed) throw new Throttled(taken.waitSeconds)
  const candidate = await findById(db, userId)
  const verifying = verifyPassword(candidate?.passwordHash ?? null, password)
  const fits = await verifying.catch(async (error: unknown) => {
    if (error instanceof Unavailable) await giveTryBack(db, tries)
    throw error
  })
  if (!candidate || !fits) return null
  await resetLoginAttempts(db, [tries])
  return candidate
}

/**
 * While a new password was being hashed, staff may have set another or switched the account off: then
 * whoever knew the old one is nobody any more (security.md 3.10). @throws {NotSignedIn}
 */
export async function lockConfirmed(tx: Transaction, confirmed: LoginCandidate): Promise<void> {
  const { account, passwordHash } = confirmed
  if (!(await lockIfUnchanged(tx, account.id, passwordHash))) throw new NotSignedIn()
}
