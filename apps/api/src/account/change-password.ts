import { wrongPasswordMessage } from '@carpeta/domain/access/login-rules'
import { temporaryPasswordMessages } from '@carpeta/domain/access/passwords/temporary-password-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import { hashPassword, userHashes } from '../auth/passwords.ts'
import { confirmIdentity, lockConfirmed } from '../auth/reauthentication/confirm-identity.ts'
import { deleteSessionsOf, insertSession } from '../auth/sessions-store.ts'
import type { Config } from '../config/config.ts'
import type { Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/enqueue-email.ts'
import type { Caller, SignedInCaller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'
import type { Account } from '../users/account.ts'
import { savePasswordHash } from '../users/users-store.ts'
import { passwordChangedEmail } from './account-emails.ts'
import { endLinks } from './links/links-store.ts'
import type { AccountServices } from './links/set-password.ts'
import { validatePassword } from './links/validate-password.ts'

/**
 * Changes the caller's own password. Ends all sessions and opens a new one for this browser.
 * @returns the id of the new session
 * @throws {Refused} 400 for a wrong old password or for the broken rules of the new one
 * @throws {NotSignedIn} when the password changed or the account closed meanwhile
 */
export async function changePassword(
  { db, config, limits }: Pick<AccountServices, 'db' | 'config' | 'limits'>,
  caller: SignedInCaller,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<string> {
  const confirmed = await confirmIdentity(db, caller, oldPassword)
  if (!confirmed) throw new Refused(wrongPasswordMessage)
  const { account } = confirmed
  validatePassword(newPassword, account, config)
  if (account.temporaryPasswordUntil && newPassword === oldPassword) {
    throw new Refused([temporaryPasswordMessages.same])
  }
  await limits.ownChanges.consume(String(account.id))
  const passwordHash = await hashPassword(newPassword, userHashes(account.id))
  const replace = async (tx: Transaction) => {
    await lockConfirmed(tx, confirmed)
    return replacePassword(tx, account, passwordHash, caller, config)
  }
  return callerTransaction(db, caller, replace, { lock: 'update' })
}

/** Saves the password and ends links and sessions. @returns the id of the new session */
export async function replacePassword(
  tx: Transaction,
  account: Account,
  passwordHash: string,
  caller: Caller,
  config: Config,
): Promise<string> {
  const sessionId = randomToken()
  await savePasswordHash(tx, account.id, passwordHash)
  await endLinks(tx, account.id)
  await deleteSessionsOf(tx, account.id)
  const { userAgent, address } = caller
  await insertSession(tx, { idHash: tokenHash(sessionId), userId: account.id, userAgent, address })
  await enqueueEmail(tx, passwordChangedEmail(account, config), config)
  const about = { object: { type: 'user', id: account.id }, subjectId: account.id }
  await recordAuditEvent(tx, caller, { action: 'password.changed', ...about })
  return sessionId
}
