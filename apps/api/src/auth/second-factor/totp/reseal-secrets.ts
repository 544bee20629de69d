import type { SecretKeys } from '../../../config/secret-keys.ts'
import type { Database } from '../../../db/client.ts'
import { resealed } from './sealed-secret.ts'
import { listSealed, replaceSealed } from './totp-store.ts'

/** Encrypts with the present key what a former one encrypted, so that the former can be retired. */
export async function resealSecrets(db: Database, keys: SecretKeys): Promise<void> {
  for (const { userId, sealedSecret } of await listSealed(db)) {
    const after = resealed(sealedSecret, keys)
    if (after) await replaceSealed(db, userId, { before: sealedSecret, after })
  }
}
