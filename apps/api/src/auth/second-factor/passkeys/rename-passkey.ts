import type { Passkey } from '@carpeta/contract/auth/second-factor/passkeys-schemas'
import { passkeyNameError } from '@carpeta/domain/access/second-factor-rules'
import { recordAuditEvent } from '../../../audit/record-audit-event.ts'
import type { Database } from '../../../db/client.ts'
import type { SignedInCaller } from '../../../http/caller.ts'
import { NotFound, refuseFields } from '../../../http/errors.ts'
import { callerTransaction } from '../../caller-transaction.ts'
import { saveName } from './passkeys-store.ts'
import { presentPasskey } from './present-passkey.ts'

/** @throws {InvalidFields} without a name @throws {NotFound} also for another user's passkey */
export async function renamePasskey(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, name }: { id: number; name: string },
): Promise<Passkey> {
  const error = passkeyNameError(name)
  if (error) refuseFields({ name: error })
  const userId = caller.user.id
  return callerTransaction(db, caller, async (tx) => {
    const passkey = await saveName(tx, { id, userId, name: name.trim() })
    if (!passkey) throw new NotFound()
    await recordAuditEvent(tx, caller, {
      action: 'passkey.renamed',
      object: { type: 'passkey', id },
      subjectId: userId,
    })
    return presentPasskey(passkey)
  })
}
