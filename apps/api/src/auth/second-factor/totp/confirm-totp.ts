import { readCode, secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import { enqueueEmail } from '../../../email/enqueue-email.ts'
import type { SignedInCaller } from '../../../http/caller.ts'
import { InvalidFields, Refused } from '../../../http/errors.ts'
import { addFactor } from '../add-factor.ts'
import { totpAddedEmail } from '../second-factor-emails.ts'
import type { SecondFactorServices } from '../second-factor-services.ts'
import { openSecret } from './sealed-secret.ts'
import { matchStep } from './totp.ts'
import { confirmPending, findTotp } from './totp-store.ts'

/**
 * Adds the code application to the caller's account. @returns recovery codes with the first factor
 * @throws {InvalidFields} for a wrong code
 * @throws {Refused} 409 when the account has one, 422 when no secret waits for its first code
 */
export async function confirmTotp(
  services: SecondFactorServices,
  caller: SignedInCaller,
  typed: string,
): Promise<string[]> {
  const { db, config, limits } = services
  const { user } = caller
  await limits.secondFactorChanges.consume(String(user.id))
  if (await findTotp(db, user.id, 'confirmed')) {
    throw new Refused(secondFactorMessages.totpExists, 409)
  }
  const pending = await findTotp(db, user.id, 'pending')
  if (!pending) throw new Refused(secondFactorMessages.totpNotStarted, 422)
  const { sealedSecret } = pending
  const code = readCode(typed)?.code ?? ''
  const step = matchStep(openSecret(sealedSecret, config.secretKeys), code, pending)
  if (step === null) throw new InvalidFields({ code: [secondFactorMessages.wrongCode] })

  const { recoveryCodes } = await addFactor(services, caller, async (tx, account) => {
    if (!(await confirmPending(tx, user.id, { sealedSecret, step }))) {
      throw new Refused(secondFactorMessages.totpNotStarted, 422)
    }
    await enqueueEmail(tx, totpAddedEmail(account, config), config)
    return { added: null, event: { action: 'totp.added' } }
  })
  return recoveryCodes
}
