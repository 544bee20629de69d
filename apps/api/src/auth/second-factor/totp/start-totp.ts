import { secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import { senderOf } from '../../../email/sender.ts'
import type { SignedInCaller } from '../../../http/caller.ts'
import { Refused } from '../../../http/errors.ts'
import { requireRecentAuthentication } from '../../reauthentication/require-recent-authentication.ts'
import type { SecondFactorServices } from '../second-factor-services.ts'
import { sealSecret } from './sealed-secret.ts'
import { newSecret, otpauthUri } from './totp.ts'
import { savePending } from './totp-store.ts'

/** A secret for a code application. It counts once `confirmTotp` gets a code of it. @throws {Refused} 409 */
export async function startTotp(
  { db, config, limits }: SecondFactorServices,
  caller: SignedInCaller,
): Promise<{ secret: string; uri: string; qr_svg: string }> {
  const { user } = caller
  await requireRecentAuthentication(db, caller)
  await limits.secondFactorChanges.consume(String(user.id))
  const secret = newSecret()
  if (!(await savePending(db, user.id, sealSecret(secret, config.secretKeys)))) {
    throw new Refused(secondFactorMessages.totpExists, 409)
  }
  const { default: QRCode } = await import('qrcode')
  const uri = otpauthUri(secret, { issuer: senderOf(config).company, label: user.username })
  return { secret, uri, qr_svg: await QRCode.toString(uri, { type: 'svg' }) }
}
