import type { SecondFactor } from '@carpeta/contract/auth/second-factor/second-factor-schemas'
import { needsSecondFactor } from '@carpeta/domain/access/second-factor-rules'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { listPasskeys } from './passkeys/passkeys-store.ts'
import { presentPasskey } from './passkeys/present-passkey.ts'
import { countRecoveryCodes } from './recovery-codes/recovery-codes-store.ts'
import { findTotp } from './totp/totp-store.ts'

/** The caller's own factors, without their keys. */
export async function readSecondFactor(
  { db, config }: { db: Database; config: Config },
  { user }: SignedInCaller,
): Promise<SecondFactor> {
  const passkeys = await listPasskeys(db, user.id)
  const totp = await findTotp(db, user.id, 'confirmed')
  return {
    is_required: config.requireStaffFactor && needsSecondFactor(user),
    passkeys: passkeys.map(presentPasskey),
    totp: totp && {
      created_at: totp.createdAt.toISOString(),
      last_used_at: totp.lastUsedAt?.toISOString() ?? null,
    },
    recovery_codes_left: await countRecoveryCodes(db, user.id),
  }
}
