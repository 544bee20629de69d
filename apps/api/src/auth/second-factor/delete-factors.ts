import type { SecondFactorMethod } from '@carpeta/domain/access/second-factor-rules'
import type { Transaction } from '../../db/client.ts'
import { listMethods } from './methods-store.ts'
import { deletePasskeysOf } from './passkeys/passkeys-store.ts'
import { deleteRecoveryCodes } from './recovery-codes/recovery-codes-store.ts'
import { deleteTotp } from './totp/totp-store.ts'

/** @returns what the user had */
export async function deleteFactors(
  tx: Transaction,
  userId: number,
): Promise<SecondFactorMethod[]> {
  const methods = await listMethods(tx, userId)
  await deletePasskeysOf(tx, userId)
  await deleteTotp(tx, userId)
  await deleteRecoveryCodes(tx, userId)
  return methods
}
