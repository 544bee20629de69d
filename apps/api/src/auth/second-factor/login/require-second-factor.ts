import type { SecondFactorMethod } from '@carpeta/domain/access/second-factor-rules'
import type { Transaction } from '../../../db/client.ts'
import { anonymous, type Caller } from '../../../http/caller.ts'
import { SecondFactorRequired } from '../../../http/errors.ts'
import { listMethods } from '../methods-store.ts'
import type { UseCode } from './verify-code.ts'

/** The password was right, the code was not. */
export class WrongCode extends Error {
  readonly userId: number

  constructor(userId: number) {
    super('wrong code')
    this.userId = userId
  }
}

/**
 * Completes a login by password. Runs in the transaction that opens the session, because a factor
 * may be added while the password is being verified. @returns the account's methods
 * @throws {SecondFactorRequired} without a code
 * @throws {WrongCode}
 */
export async function requireSecondFactor(
  tx: Transaction,
  caller: Caller,
  userId: number,
  { code, useCode }: { code: string; useCode: UseCode | null },
): Promise<SecondFactorMethod[]> {
  const methods = await listMethods(tx, userId)
  if (methods.length === 0) return methods
  if (code === '') throw new SecondFactorRequired(methods)
  const isUsed = await useCode?.(tx, { ...anonymous(caller), id: userId })
  if (!isUsed) throw new WrongCode(userId)
  return methods
}
