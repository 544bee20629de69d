import { secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import { recordAuditEvent } from '../../../audit/record-audit-event.ts'
import type { Config } from '../../../config/config.ts'
import type { Database, Transaction } from '../../../db/client.ts'
import { enqueueEmail } from '../../../email/enqueue-email.ts'
import type { Caller, SignedInCaller } from '../../../http/caller.ts'
import { Refused } from '../../../http/errors.ts'
import type { Account } from '../../../users/account.ts'
import { callerTransaction } from '../../caller-transaction.ts'
import { requireRecentAuthentication } from '../../reauthentication/require-recent-authentication.ts'
import { deleteSessionsOf } from '../../sessions-store.ts'
import { deleteFactors } from '../delete-factors.ts'
import { secondFactorResetEmail } from '../second-factor-emails.ts'
import { lockManagedAccount } from './lock-managed-account.ts'

/**
 * Staff remove all factors of a user who lost them.
 * @throws {Refused} 403 for the caller's own account and for one with more permissions, 409 without
 * a factor
 */
export async function resetSecondFactor(
  services: { db: Database; config: Config },
  caller: SignedInCaller,
  userId: number,
): Promise<void> {
  if (userId === caller.user.id) throw new Refused(secondFactorMessages.resetsSelf, 403)
  await callerTransaction(services.db, caller, async (tx, judged) => {
    await requireRecentAuthentication(tx, judged)
    const target = await lockManagedAccount(tx, judged, userId)
    await removeAllFactors(tx, services.config, caller, target)
  })
}

/** Also ends the user's sessions. @throws {Refused} 409 without a factor */
export async function removeAllFactors(
  tx: Transaction,
  config: Config,
  caller: Caller,
  target: Account,
): Promise<void> {
  const methods = await deleteFactors(tx, target.id)
  if (methods.length === 0) throw new Refused(secondFactorMessages.nothingToReset, 409)
  await deleteSessionsOf(tx, target.id)
  await recordAuditEvent(tx, caller, {
    action: 'second_factor.reset',
    object: { type: 'user', id: target.id },
    subjectId: target.id,
    before: { methods },
  })
  await enqueueEmail(tx, secondFactorResetEmail(target, config), config)
}
