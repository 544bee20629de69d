import type { SignedInCaller } from '../../../http/caller.ts'
import { NotFound } from '../../../http/errors.ts'
import { removeFactor } from '../remove-factor.ts'
import { passkeyRemovedEmail } from '../second-factor-emails.ts'
import type { SecondFactorServices } from '../second-factor-services.ts'
import { deletePasskey } from './passkeys-store.ts'

/**
 * @throws {NotFound} also for another user's passkey
 * @throws {Refused} 409 for the last factor of an account that needs one
 */
export async function removePasskey(
  services: SecondFactorServices,
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await removeFactor(services, caller, passkeyRemovedEmail, async (tx, userId) => {
    if (!(await deletePasskey(tx, { id, userId }))) throw new NotFound()
    return { action: 'passkey.removed', object: { type: 'passkey', id } }
  })
}
