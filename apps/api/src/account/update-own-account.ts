import type { User } from '@carpeta/contract/auth/auth-schemas'
import type { saveOwnAccount } from '@carpeta/contract/users/users-schemas'
import { isValidEmail, wrongPasswordMessage } from '@carpeta/domain/access/login-rules'
import {
  needsOldPassword,
  personNameError,
  userFormMessages,
} from '@carpeta/domain/people/user-form-rules'
import type { z } from 'zod'
import { changedFacts } from '../audit/audit-event.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import { hashPassword, userHashes } from '../auth/passwords.ts'
import { confirmIdentity, lockConfirmed } from '../auth/reauthentication/confirm-identity.ts'
import type { Config } from '../config/config.ts'
import type { Transaction } from '../db/client.ts'
import type { Caller, SignedInCaller } from '../http/caller.ts'
import { InvalidFields, NotSignedIn } from '../http/errors.ts'
import {
  type Account,
  changedColumns,
  presentUser,
  requireUnchanged,
  type UserColumns,
} from '../users/account.ts'
import { requestEmailChange } from '../users/email-change.ts'
import { findById, lockActive, saveDetails } from '../users/users-store.ts'
import { replacePassword } from './change-password.ts'
import type { AccountServices } from './links/set-password.ts'
import { passwordErrors } from './links/validate-password.ts'

type Changes = z.infer<typeof saveOwnAccount>

/**
 * Changes the caller's own names and, with the current password, the password. A new email, which needs
 * it too, is requested and takes effect when it is confirmed. Only staff change a rut. @returns the id of a new session when the password changed
 * @throws {InvalidFields}
 */
export async function updateOwnAccount(
  { db, config, limits }: AccountServices,
  caller: SignedInCaller,
  changes: Changes,
): Promise<{ user: User; sessionId: string | null }> {
  const { user } = caller
  const details = {
    firstName: (changes.first_name ?? user.first_name).trim(),
    lastName: (changes.last_name ?? user.last_name).trim(),
    email: (changes.email ?? user.email).trim(),
  }
  const newPassword = changes.password ?? ''
  const fields = fieldErrors(details, newPassword, user, config)
  const changesEmail = details.email !== user.email
  const needsPassword = needsOldPassword({ ...details, password: newPassword }, user)
  const confirmed = needsPassword
    ? await confirmIdentity(db, caller, changes.old_password ?? '')
    : null
  if (needsPassword && !confirmed) fields.old_password = [wrongPasswordMessage]
  if (Object.keys(fields).length > 0) throw new InvalidFields(fields)

  if (changesEmail) await limits.emailChanges.consume(String(user.id))
  const changesNames = details.firstName !== user.first_name || details.lastName !== user.last_name
  if (changesNames || newPassword !== '') await limits.ownChanges.consume(String(user.id))
  const passwordHash =
    newPassword === '' ? null : await hashPassword(newPassword, userHashes(user.id))
  const save = async (tx: Transaction) => {
    const before = await lockActive(tx, user.id)
    // The account was deleted after the session was read.
    if (!before) throw new NotSignedIn()
    if (confirmed) await lockConfirmed(tx, confirmed)
    requireUnchanged(before, changes.profile?.updated_at)
    // Fields that were not sent may have changed since the session was read; they stay unchanged.
    const { email: newEmail, ...names } = changedColumns(before, {
      firstName: changes.first_name === undefined ? undefined : details.firstName,
      lastName: changes.last_name === undefined ? undefined : details.lastName,
      email: changesEmail ? details.email : undefined,
    })
    await saveDetails(tx, user.id, names)
    await recordNames(tx, caller, before, names)
    const account = { ...before, ...names }
    const newSession =
      passwordHash === null
        ? null
        : await replacePassword(tx, account, passwordHash, caller, config)
    // After the password, which ends the pending change of an intruder.
    if (newEmail !== undefined) {
      await requestEmailChange(tx, caller, { account, newEmail }, config)
    }
    return newSession
  }
  const sessionId = await callerTransaction(db, caller, save, { lock: 'update' })
  const saved = await findById(db, user.id)
  if (!saved) throw new NotSignedIn()
  return { user: presentUser(saved.account), sessionId }
}

async function recordNames(
  tx: Transaction,
  caller: Caller,
  before: Account,
  sent: Pick<UserColumns, 'firstName' | 'lastName'>,
): Promise<void> {
  const about = { object: { type: 'user', id: before.id }, subjectId: before.id }
  const names = changedFacts(
    { first_name: before.firstName, last_name: before.lastName },
    {
      first_name: sent.firstName ?? before.firstName,
      last_name: sent.lastName ?? before.lastName,
    },
  )
  if (Object.keys(names.after).length > 0) {
    await recordAuditEvent(tx, caller, { action: 'user.changed', ...about, ...names })
  }
}

function fieldErrors(
  details: { firstName: string; lastName: string; email: string },
  newPassword: string,
  user: User,
  config: Config,
): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  const firstName = personNameError(details.firstName, userFormMessages.firstName)
  if (firstName !== null && details.firstName !== user.first_name) fields.first_name = [firstName]
  // A company has no last name.
  const lastName = personNameError(details.lastName, userFormMessages.lastName)
  if (lastName !== null && details.lastName !== user.last_name) fields.last_name = [lastName]
  if (details.email !== user.email) {
    if (details.email === '') fields.email = [userFormMessages.email]
    else if (!isValidEmail(details.email)) fields.email = [userFormMessages.emailInvalid]
  }
  const person = { ...details, rut: user.profile.social_security }
  const broken = newPassword === '' ? [] : passwordErrors(newPassword, person, config)
  if (broken.length > 0) fields.password = broken
  return fields
}
