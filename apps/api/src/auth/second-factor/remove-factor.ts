import { needsSecondFactor, secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import type { AuditEvent } from '../../audit/audit-event.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Config } from '../../config/config.ts'
import type { Transaction } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import type { Email } from '../../email/render-email.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { type Account, presentUser } from '../../users/account.ts'
import { requireRecentAuthentication } from '../reauthentication/require-recent-authentication.ts'
import { listMethods } from './methods-store.ts'
import { ownAccountTransaction } from './own-account-transaction.ts'
import { deleteRecoveryCodes } from './recovery-codes/recovery-codes-store.ts'
import type { SecondFactorServices } from './second-factor-services.ts'

/**
 * Removes a factor of the caller's account; with the last one also the recovery codes.
 * @throws {Refused} 409 for the last factor of an account that needs one
 */
export async function removeFactor(
  { db, config }: SecondFactorServices,
  caller: SignedInCaller,
  notice: (to: Account, config: Config) => Email,
  remove: (tx: Transaction, userId: number) => Promise<AuditEvent>,
): Promise<void> {
  const userId = caller.user.id
  await ownAccountTransaction(db, caller, async (tx, account) => {
    await requireRecentAuthentication(tx, caller)
    const event = await remove(tx, userId)
    if ((await listMethods(tx, userId)).length === 0) {
      if (config.requireStaffFactor && needsSecondFactor(presentUser(account))) {
        throw new Refused(secondFactorMessages.lastFactor, 409)
      }
      await deleteRecoveryCodes(tx, userId)
    }
    await recordAuditEvent(tx, caller, { ...event, subjectId: userId })
    await enqueueEmail(tx, notice(account, config), config)
  })
}
