import { mayChangeCredentials, userRefusals } from '@carpeta/domain/people/user-rules'
import type { Transaction } from '../../../db/client.ts'
import type { SignedInCaller } from '../../../http/caller.ts'
import { Refused } from '../../../http/errors.ts'
import { type Account, presentUser } from '../../../users/account.ts'
import { lockTarget } from '../../../users/managed-account.ts'

/**
 * Locks an account whose access staff change, to the end of the transaction.
 * @throws {NotFound}
 * @throws {Forbidden} for a superuser's account, unless the caller is a superuser
 * @throws {Refused} 403 for an account with permissions that the caller lacks
 */
export async function lockManagedAccount(
  tx: Transaction,
  caller: SignedInCaller,
  userId: number,
): Promise<Account> {
  const target = await lockTarget(tx, caller, userId)
  if (!mayChangeCredentials(caller.user, presentUser(target))) {
    throw new Refused(userRefusals.strongerAccount, 403)
  }
  return target
}
