import type { SignedInCaller } from '../../../http/caller.ts'
import { NotFound } from '../../../http/errors.ts'
import { removeFactor } from '../remove-factor.ts'
import { totpRemovedEmail } from '../second-factor-emails.ts'
import type { SecondFactorServices } from '../second-factor-services.ts'
import { deleteTotp } from './totp-store.ts'

/**
 * @throws {NotFound} without a code application
 * @throws {Refused} 409 for the last factor of an account that needs one
 */
export async function removeTotp(
  services: SecondFactorServices,
  caller: SignedInCaller,
): Promise<void> {
  await removeFactor(services, caller, totpRemovedEmail, async (tx, userId) => {
    if (!(await deleteTotp(tx, userId))) throw new NotFound()
    return { action: 'totp.removed' }
  })
}
