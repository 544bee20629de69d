import type { Database } from '../db/client.ts'
import { findById, type LoginCandidate, renewPasswordHash } from '../users/users-store.ts'
import { type HashOwner, hashPassword, needsNewHash, verifyPassword } from './passwords.ts'

/**
 * Replaces a hash of the former system once its password is known. A concurrent login may have done so;
 * then that hash counts. @throws {Unavailable} · {Throttled}
 */
export async function withNewHash(
  db: Database,
  candidate: LoginCandidate,
  password: string,
  owner: HashOwner,
): Promise<LoginCandidate> {
  const { account, passwordHash } = candidate
  if (!needsNewHash(passwordHash ?? '')) return candidate
  const renewed = await hashPassword(password, owner)
  if (await renewPasswordHash(db, account.id, { former: passwordHash, renewed })) {
    return { ...candidate, passwordHash: renewed }
  }
  const current = await findById(db, account.id)
  const isMatch = await verifyPassword(current?.passwordHash ?? null, password, { owner })
  return current && isMatch ? current : candidate
}
