import { secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { callerTransaction } from '../caller-transaction.ts'
import { lockManagedAccount } from '../second-factor/staff/lock-managed-account.ts'
import { deleteSessionsOf } from '../sessions-store.ts'
import { sessionsEndedEmail } from './sessions-emails.ts'

/**
 * Staff end all sessions of a user, who keeps the password. @returns how many
 * @throws {Refused} 403 for the caller's own account and for one with more permissions
 */
export async function endUserSessions(
  { db, config }: { db: Database; config: Config },
  caller: SignedInCaller,
  userId: number,
): Promise<number> {
  if (userId === caller.user.id) throw new Refused(secondFactorMessages.endsOwnSessions, 403)
  return callerTransaction(db, caller, async (tx, judged) => {
    const target = await lockManagedAccount(tx, judged, userId)
    const ended = await deleteSessionsOf(tx, userId)
    if (ended === 0) return 0
    await recordAuditEvent(tx, caller, {
      action: 'session.ended_by_staff',
      object: { type: 'user', id: userId },
      subjectId: userId,
      after: { ended },
    })
    await enqueueEmail(tx, sessionsEndedEmail(target, config), config)
    return ended
  })
}
