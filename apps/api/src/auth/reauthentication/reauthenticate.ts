import { wrongPasswordMessage } from '@carpeta/domain/access/login-rules'
import type { Database, Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { randomToken, tokenHash } from '../../http/tokens.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { callerTransaction } from '../caller-transaction.ts'
import { renewAuthentication } from '../sessions-store.ts'
import { confirmIdentity, lockConfirmed } from './confirm-identity.ts'

/**
 * Confirms who the caller is, by the password. The session gets a new id (ASVS 7.2.4).
 * @returns the session's new id
 * @throws {Refused} 400 for a wrong password, which counts like a failed login
 * @throws {Throttled} · {NotSignedIn} when the password changed meanwhile
 */
export async function reauthenticate(
  { db, limits }: { db: Database; limits: RateLimits },
  caller: SignedInCaller,
  password: string,
): Promise<string> {
  const { address, sessionHash } = caller
  await limits.loginFailures.consume(address)
  const confirming = confirmIdentity(db, caller, password)
  const confirmed = await confirming.catch(async (error: unknown) => {
    // The password was not verified: this was no guess.
    await limits.loginFailures.refund(address)
    throw error
  })
  if (!confirmed) throw new Refused(wrongPasswordMessage)
  await limits.loginFailures.refund(address)
  const sessionId = randomToken()
  const renew = async (tx: Transaction) => {
    await lockConfirmed(tx, confirmed)
    await renewAuthentication(tx, sessionHash, tokenHash(sessionId))
  }
  await callerTransaction(db, caller, renew, { lock: 'update' })
  return sessionId
}
