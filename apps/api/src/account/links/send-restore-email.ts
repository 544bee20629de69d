import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { lockInvited } from '../../users/invitations-store.ts'
import { findByRut } from '../../users/users-store.ts'
import type { RestoreRequest } from './request-restore.ts'
import { enqueueLinkEmail } from './send-link.ts'

/**
 * Sends a restore link, or an activation link to an invited account that was never activated. Sends
 * nothing for an unknown or deactivated account, for one that staff never invited or whose invitation
 * they revoked (docs/security.md 6.27), or after too many requests.
 */
export async function sendRestoreEmail(
  { db, config, limits }: { db: Database; config: Config; limits: RateLimits },
  { rut, actor }: RestoreRequest,
): Promise<void> {
  const [candidate] = await findByRut(db, rut)
  if (!candidate?.account.isActive) return
  const { account, passwordHash } = candidate
  if (!(await limits.restoreEmails.tryConsume(String(account.id)))) return
  await db.transaction(async (tx) => {
    if (passwordHash !== null) await enqueueLinkEmail(tx, 'restore', account, config)
    else if (await lockInvited(tx, account.id)) {
      await enqueueLinkEmail(tx, 'activate', account, config)
    }
    const about = { object: { type: 'user', id: account.id }, subjectId: account.id }
    await recordAuditEvent(tx, actor, { action: 'restore.requested', ...about })
  })
}
