import { temporaryPasswordMessages } from '@carpeta/domain/access/passwords/temporary-password-rules'
import { deadLinkMessage } from '@carpeta/domain/errors/error-messages'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { hashPassword, userHashes, verifyPassword } from '../../auth/passwords.ts'
import { deleteSessionsOf } from '../../auth/sessions-store.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import { anonymous, type Caller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { resetAccountAttempts } from '../../throttle/login-attempts-store.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import type { Account } from '../../users/account.ts'
import { findById, savePasswordHash } from '../../users/users-store.ts'
import { passwordChangedEmail } from '../account-emails.ts'
import { requireLiveLink } from './check-link.ts'
import { endLinks, type LinkPurpose, useLink } from './links-store.ts'
import { validatePassword } from './validate-password.ts'

export interface AccountServices {
  db: Database
  config: Config
  limits: RateLimits
}

/**
 * Activates an account or restores its password, with a link that works once. A password that breaks
 * the rules does not use the link. Opens no session: the browser logs in afterwards.
 * @throws {Refused} 422 for a dead link, 400 with the broken rules
 */
export async function setPassword(
  services: AccountServices,
  caller: Caller,
  { token, password, purposes }: { token: string; password: string; purposes: LinkPurpose[] },
): Promise<{ social_security: string }> {
  const { db, config } = services
  const { account, purpose } = await requireLiveLink(services, token, purposes, caller.address)
  validatePassword(password, account, config)
  await refuseTemporaryPassword(db, account, password)
  const passwordHash = await hashPassword(password, userHashes(account.id))
  await db.transaction(async (tx) => {
    // Locks the account before its links, as everywhere, so that no deadlock arises.
    await savePasswordHash(tx, account.id, passwordHash)
    if (!(await useLink(tx, token))) throw new Refused(deadLinkMessage, 422)
    await endLinks(tx, account.id)
    await deleteSessionsOf(tx, account.id)
    // The owner of the email need not wait because of the guesses of others.
    await resetAccountAttempts(tx, account)
    if (purpose === 'restore') {
      await enqueueEmail(tx, passwordChangedEmail(account, config), config)
    }
    // The link proves that the caller owns the account.
    const owner = { ...anonymous(caller), id: account.id }
    await recordAuditEvent(tx, owner, {
      action: purpose === 'restore' ? 'password.restored' : 'account.activated',
      object: { type: 'user', id: account.id },
      subjectId: account.id,
    })
  })
  return { social_security: account.rut ?? '' }
}

/** Staff know the temporary password, so it cannot become the owner's. @throws {Refused} 400 */
async function refuseTemporaryPassword(
  db: Database,
  { id, temporaryPasswordUntil }: Account,
  password: string,
): Promise<void> {
  if (!temporaryPasswordUntil) return
  const candidate = await findById(db, id)
  const owner = userHashes(id)
  if (await verifyPassword(candidate?.passwordHash ?? null, password, { owner })) {
    throw new Refused([temporaryPasswordMessages.same])
  }
}
