import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { enqueueInvitations } from '../../users/invitations/enqueue-invitations.ts'
import { findByRut } from '../../users/users-store.ts'
import type { RestoreRequest } from './request-restore.ts'
import { enqueueLinkEmail } from './send-link.ts'

/**
 * Sends a restore link, or an invitation when the account was never activated. Sends nothing for an
 * unknown or deactivated account, or after too many requests.
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
    if (passwordHash === null) await enqueueInvitations(tx, [account.id])
    else await enqueueLinkEmail(tx, 'restore', account, config)
    const about = { object: { type: 'user', id: account.id }, subjectId: account.id }
    await recordAuditEvent(tx, actor, { action: 'restore.requested', ...about })
  })
}
