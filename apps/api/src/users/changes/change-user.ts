import type { User } from '@carpeta/contract/auth/auth-schemas'
import type { changeUser as changeUserForm } from '@carpeta/contract/users/users-schemas'
import { can } from '@carpeta/domain/access/permissions'
import { canonicalRut } from '@carpeta/domain/people/rut'
import {
  mayAssignGroups,
  mayChangeCredentials,
  mayDeleteOrRestore,
  userRefusals,
} from '@carpeta/domain/people/user-rules'
import type { z } from 'zod'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import { hashPassword, userHashes } from '../../auth/passwords.ts'
import { requireRecentAuthentication } from '../../auth/reauthentication/require-recent-authentication.ts'
import type { Config } from '../../config/config.ts'
import type { Database, Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { changedColumns, type UserColumns } from '../changed-columns.ts'
import { assignGroups } from '../groups/assign-groups.ts'
import { type Account, presentUser } from '../present-user.ts'
import { requireUnchanged } from '../require-unchanged.ts'
import { findById, lockActive, saveTemporaryPassword } from '../users-store.ts'
import { finishChange } from './finish-change.ts'
import { lockTarget, requireTouchable } from './lock-target.ts'
import { refuseTakenLogin, requireValidFields } from './refuse-taken.ts'
import { requireOtherSuperuser } from './require-other-superuser.ts'
import { updateUser } from './user-changes-store.ts'
import { type FilledUser, fieldErrors } from './validate-user-form.ts'

type Changes = z.infer<typeof changeUserForm>

/**
 * Changes another user's account: only fields that were sent and differ. Groups need a superuser and
 * `is_active` needs the permission to manage users; both are ignored from other staff.
 * @throws {InvalidFields} also when the account changed since it was read
 * @throws {Refused} 403 for the login data or the state of a user with more permissions than the caller, and for
 *   groups, a password or another email or rut without a recent authentication
 */
export async function changeUser(
  { db, config, limits }: { db: Database; config: Config; limits: RateLimits },
  caller: SignedInCaller,
  { userId, changes }: { userId: number; changes: Changes },
): Promise<User> {
  const known = (await findById(db, userId))?.account
  if (!known) throw new NotFound()
  requireTouchable(caller.user, known)
  const filled = fill(known, changes)
  const fields = fieldErrors(filled, { isNew: false, before: fill(known, {}) }, config)
  await requireValidFields(db, fields, filled, userId)

  if (filled.email !== known.email) {
    // First, so that refused changes do not use up the owner's limit.
    requireMayChangeCredentials(caller.user, known)
    await limits.emailChanges.consume(String(userId))
  }
  const passwordHash =
    filled.password === '' ? null : await hashPassword(filled.password, userHashes(caller.id))
  return refuseTakenLogin(() =>
    callerTransaction(db, caller, async (tx, caller) => {
      const before = await lockTarget(tx, caller, userId)
      requireUnchanged(before, changes.profile?.updated_at)
      const { email: newEmail, ...columns } = changedColumns(before, {
        ...sentColumns(filled, changes),
        isActive: newIsActive(caller.user, before, changes.is_active),
      })
      forbidPrivilegeEscalation(caller.user, before, { ...columns, email: newEmail, passwordHash })
      if (newEmail !== undefined || columns.rut !== undefined || passwordHash !== null) {
        await requireRecentAuthentication(tx, caller)
      }
      if (columns.isActive !== undefined) requireMayChangeState(caller.user, before)
      if (columns.isActive === false) await requireOtherSuperuser(tx, before)
      if (Object.keys(columns).length > 0) await updateUser(tx, userId, columns)
      if (passwordHash !== null) await saveTemporaryPassword(tx, userId, passwordHash)
      if (changes.group_ids && mayAssignGroups(caller.user, userId)) {
        await assignGroups(tx, caller, before, changes.group_ids)
      }
      const saved = await readLocked(tx, userId)
      const setsPassword = passwordHash !== null
      await finishChange(tx, caller, { before, after: saved, setsPassword, newEmail }, config)
      return presentUser(await readLocked(tx, userId))
    }),
  )
}

async function readLocked(tx: Transaction, userId: number): Promise<Account> {
  const account = await lockActive(tx, userId)
  if (!account) throw new Error('the locked account has no row')
  return account
}

function fill(known: Account, changes: Changes): FilledUser {
  return {
    first_name: (changes.first_name ?? known.firstName).trim(),
    last_name: (changes.last_name ?? known.lastName).trim(),
    email: (changes.email ?? known.email).trim(),
    social_security: changes.profile?.social_security ?? known.rut ?? '',
    password: changes.password ?? '',
  }
}

/** Fields that were not sent may have changed since the account was read; they stay unchanged. */
function sentColumns(filled: FilledUser, changes: Changes): UserColumns {
  const sentRut = changes.profile?.social_security !== undefined
  return {
    firstName: changes.first_name === undefined ? undefined : filled.first_name,
    lastName: changes.last_name === undefined ? undefined : filled.last_name,
    email: changes.email === undefined ? undefined : filled.email,
    rut: sentRut ? canonicalRut(filled.social_security) : undefined,
  }
}

/**
 * The form always sends `is_active`, and shows an account that was never activated as inactive. Only a
 * value that differs from the one shown counts.
 */
function newIsActive(user: User, before: Account, sent: boolean | undefined): boolean | undefined {
  const shown = before.isActive && before.isActivated
  return can(user, 'users.manage_users') && sent !== shown ? sent : undefined
}

function forbidPrivilegeEscalation(
  user: User,
  before: Account,
  { email, rut, passwordHash }: UserColumns & { passwordHash: string | null },
): void {
  if (email === undefined && rut === undefined && passwordHash === null) return
  requireMayChangeCredentials(user, before)
}

/** A deactivation takes access away as a deletion does. @throws {Refused} 403 */
function requireMayChangeState(user: User, target: Account): void {
  if (!mayDeleteOrRestore(user, presentUser(target))) {
    throw new Refused(userRefusals.strongerState, 403)
  }
}

/** @throws {Refused} 403 */
function requireMayChangeCredentials(user: User, target: Account): void {
  if (!mayChangeCredentials(user, presentUser(target))) {
    throw new Refused(userRefusals.strongerAccount, 403)
  }
}
