import { secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import { recordAuditEvent } from '../../../audit/record-audit-event.ts'
import { enqueueEmail } from '../../../email/enqueue-email.ts'
import type { SignedInCaller } from '../../../http/caller.ts'
import { Refused } from '../../../http/errors.ts'
import { requireRecentAuthentication } from '../../reauthentication/require-recent-authentication.ts'
import { listMethods } from '../methods-store.ts'
import { ownAccountTransaction } from '../own-account-transaction.ts'
import { recoveryCodesRenewedEmail } from '../second-factor-emails.ts'
import type { SecondFactorServices } from '../second-factor-services.ts'
import { generateRecoveryCodes } from './recovery-codes.ts'
import { replaceRecoveryCodes } from './recovery-codes-store.ts'

/** Ten new codes; the former ones stop working. @throws {Refused} 409 without a second factor */
export async function renewRecoveryCodes(
  { db, config, limits }: SecondFactorServices,
  caller: SignedInCaller,
): Promise<string[]> {
  const userId = caller.user.id
  await limits.secondFactorChanges.consume(String(userId))
  const { codes, stored } = await generateRecoveryCodes(userId)
  await ownAccountTransaction(db, caller, async (tx, account) => {
    await requireRecentAuthentication(tx, caller)
    if ((await listMethods(tx, userId)).length === 0) {
      throw new Refused(secondFactorMessages.noFactor, 409)
    }
    await replaceRecoveryCodes(tx, userId, stored)
    await recordAuditEvent(tx, caller, { action: 'recovery_codes.renewed', subjectId: userId })
    await enqueueEmail(tx, recoveryCodesRenewedEmail(account, config), config)
  })
  return codes
}
