import type { User } from '@carpeta/contract/auth'
import { hashPassword, verifyPassword } from '../auth/passwords.ts'
import { deleteSessionsOf, insertSession } from '../auth/sessions-store.ts'
import { Refused, Throttled } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'
import { queueLetter } from '../mail/queue-letter.ts'
import { forgetTries, takeTry, triesKey } from '../throttle/login-tries-store.ts'
import { findById, savePasswordHash } from '../users/users-store.ts'
import { acceptPassword } from './accept-password.ts'
import { passwordChangedLetter } from './letters.ts'
import { endLinks } from './links-store.ts'
import type { AccountServices } from './set-password.ts'

export const wrongPasswordMessage = 'La contraseña actual no es correcta'

/**
 * Changes one's own password: every session ends, and this browser gets a new one.
 * @returns the id of the new session
 * @throws {Refused} 400 for the wrong old password or the broken rules of the new one.
 * @throws {Throttled} for guessing the old one.
 */
export async function changePassword(
  { db, config }: Pick<AccountServices, 'db' | 'config'>,
  user: User,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
  visit: { userAgent: string; address: string },
): Promise<string> {
  const candidate = await findById(db, user.id)
  const tries = triesKey(`change:${user.id}`, null)
  const taken = await takeTry(db, tries)
  if (!taken.allowed) throw new Throttled(taken.waitSeconds)
  if (!candidate || !(await verifyPassword(candidate.passwordHash, oldPassword))) {
    throw new Refused(wrongPasswordMessage)
  }
  await forgetTries(db, [tries])
  const { account } = candidate
  acceptPassword(newPassword, account)
  const passwordHash = await hashPassword(newPassword)
  const sessionId = randomToken()
  await db.transaction(async (tx) => {
    await savePasswordHash(tx, user.id, passwordHash)
    await endLinks(tx, user.id)
    await deleteSessionsOf(tx, user.id)
    await insertSession(tx, { idHash: tokenHash(sessionId), userId: user.id, ...visit })
    await queueLetter(tx, passwordChangedLetter(account, config), config)
  })
  return sessionId
}
