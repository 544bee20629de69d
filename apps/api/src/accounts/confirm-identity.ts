import { verifyPassword } from '../auth/passwords.ts'
import type { Database } from '../db/client.ts'
import { Throttled, Unavailable } from '../http/errors.ts'
import { forgetTries, giveTryBack, takeTry, triesKey } from '../throttle/login-tries-store.ts'
import type { Account } from '../users/present-user.ts'
import { findById } from '../users/users-store.ts'

/**
 * The account of who is logged in and knows the password too; null when it is not the one.
 * Guessing here is counted like at the login. @throws {Throttled} @throws {Unavailable}
 */
export async function confirmIdentity(
  db: Database,
  userId: number,
  password: string,
): Promise<Account | null> {
  const tries = triesKey(`change:${userId}`, null)
  const taken = await takeTry(db, tries)
  if (!taken.allowed) throw new Throttled(taken.waitSeconds)
  const candidate = await findById(db, userId)
  const verifying = verifyPassword(candidate?.passwordHash ?? null, password)
  const fits = await verifying.catch(async (error: unknown) => {
    if (error instanceof Unavailable) await giveTryBack(db, tries)
    throw error
  })
  if (!candidate || !fits) return null
  await forgetTries(db, [tries])
  return candidate.account
}
