import { deadLinkMessage } from '@carpeta/domain/errors/error-messages'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { deleteSessionsOf } from '../../auth/sessions-store.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import { anonymous, type Caller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { attemptsKey, resetLoginAttempts } from '../../throttle/login-attempts-store.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { savePasswordHash } from '../../users/users-store.ts'
import { passwordChangedEmail } from '../account-emails.ts'
import { acceptPassword } from './accept-password.ts'
import { requireLiveLink } from './check-link.ts'
import { endLinks, type LinkPurpose, useLink } from './links-store.ts'

export interface AccountServices {
  db: Database
  config: Config
  limits: RateLimits
}

/**
 * Activates an account or restores its password: a link, used once, and a password that keeps the
 * rules; one that does not leaves the link as it was. No session comes of it: the browser logs in.
 * @throws {Refused} 422 for a dead link, 400 with the broken rules.
 */
export async function setPassword(
  services: AccountServices,
  caller: Caller,
  { token, password, purposes }: { token: string; password: string; purposes: LinkPurpose[] },
): Promise<{ social_security: string }> {
  const { db, config } = services
  const { account, purpose } = await requireLiveLink(services, token, purposes, caller.address)
  acceptPassword(password, account)
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    // The account first and then its links, as everywhere: two acts never wait for each other.
    await savePasswordHash(tx, account.id, passwordHash)
    if (!(await useLink(tx, token))) throw new Refused(deadLinkMessage, 422)
    await endLinks(tx, account.id)
    await deleteSessionsOf(tx, account.id)
    // Who proves to own the e-mail need not wait for a stranger's guesses to cool down.
    await resetLoginAttempts(
      tx,
      [account.rut ?? '', account.email.toLowerCase()].map((name) => attemptsKey(name, null)),
    )
    if (purpose === 'restore') {
      await enqueueEmail(tx, passwordChangedEmail(account, config), config)
    }
    // Whoever has the link is the account's owner as far as the portal can know.
    const owner = { ...anonymous(caller), id: account.id }
    await recordAuditEvent(tx, owner, {
      action: purpose === 'restore' ? 'password.restored' : 'account.activated',
      object: { type: 'user', id: account.id },
      subjectId: account.id,
    })
  })
  return { social_security: account.rut ?? '' }
}
