import type { User } from '@carpeta/contract/auth'
import {
  mayChangeCredentials,
  mayDeleteOrRestore,
  mayManageAccount,
  userRefusals,
} from '@carpeta/domain/people/user-rules'
import type { Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { Forbidden, NotFound, Refused } from '../http/errors.ts'
import { type Account, presentUser } from '../people/account.ts'
import { deleteInvitation } from '../people/invitations-store.ts'
import { lockActive, lockDeleted, lockSuperusers } from '../people/users-store.ts'
import { forgetDevices } from '../throttle/throttle-store.ts'
import { endLinks } from './links-store.ts'
import { endPreparedAccess } from './prepared-access.ts'
import { deleteSessionsOf } from './sessions-store.ts'

/**
 * Locks the account that staff change, to the end of the transaction.
 * @throws {NotFound}
 * @throws {Forbidden} for a superuser's account, unless the caller is a superuser
 */
export async function lockTarget(
  tx: Transaction,
  { user }: SignedInCaller,
  userId: number,
  which: 'active' | 'deleted' = 'active',
): Promise<Account> {
  if (user.is_superuser) await lockSuperusers(tx)
  const target = await (which === 'active' ? lockActive(tx, userId) : lockDeleted(tx, userId))
  if (!target) throw new NotFound()
  requireTouchable(user, target)
  return target
}

/** @throws {Refused} 403 for a user with more permissions than the caller */
export function requireMayDeleteOrRestore(user: User, target: Account): void {
  if (!mayDeleteOrRestore(user, presentUser(target))) {
    throw new Refused(userRefusals.strongerDeletion, 403)
  }
}

/** @throws {Forbidden} */
export function requireTouchable(user: User, target: Account): void {
  if (!mayManageAccount(user, { id: target.id, is_superuser: target.isSuperuser }))
    throw new Forbidden()
}

/** A revoked invitation keeps access away as a deletion does. @throws {Refused} 403 */
export function requireMayRevoke(user: User, target: Account): void {
  if (!mayDeleteOrRestore(user, presentUser(target))) {
    throw new Refused(userRefusals.strongerInvitation, 403)
  }
}

/** A deactivation takes access away as a deletion does. @throws {Refused} 403 */
export function requireMayChangeState(user: User, target: Account): void {
  if (!mayDeleteOrRestore(user, presentUser(target))) {
    throw new Refused(userRefusals.strongerState, 403)
  }
}

/** @throws {Refused} 403 */
export function requireMayChangeCredentials(user: User, target: Account): void {
  if (!mayChangeCredentials(user, presentUser(target))) {
    throw new Refused(userRefusals.strongerAccount, 403)
  }
}

/**
 * Staff close an account. A temporary password does not wait for the day on which they open it again: whoever got it
 * on the telephone may be a thief.
 */
export async function closeAccess(tx: Transaction, account: Account): Promise<void> {
  await endPreparedAccess(tx, account)
  await endAccess(tx, account.id)
}

/** Ends all sessions and pending links, and what browsers may do that the account knows (docs/security.md 3.11, 6.3). */
export async function endAccess(tx: Transaction, userId: number): Promise<void> {
  await deleteSessionsOf(tx, userId)
  await endLinks(tx, userId)
  await deleteInvitation(tx, userId)
  await forgetDevices(tx, userId)
}
