import type { User } from '@carpeta/contract/auth'
import type { saveOwnAccount } from '@carpeta/contract/users'
import { isValidEmail, wrongPasswordMessage } from '@carpeta/domain/access/login-rules'
import { temporaryPasswordMessages } from '@carpeta/domain/access/password-rules'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import {
  needsOldPassword,
  personNameError,
  userFormMessages,
} from '@carpeta/domain/people/user-form-rules'
import type { z } from 'zod'
import { changedFacts, recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import { endLinks } from '../auth/links-store.ts'
import { passwordErrors, validatePassword } from '../auth/new-passwords.ts'
import { hashPassword, userHashes } from '../auth/passwords.ts'
import { confirmIdentity, lockConfirmed } from '../auth/reauthentication.ts'
import { listPasskeys } from '../auth/second-factor-store.ts'
import type { AuthServices } from '../auth/sessions.ts'
import { deleteSessionsOf, insertSession } from '../auth/sessions-store.ts'
import type { Config } from '../config/config.ts'
import type { Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import type { Caller, SignedInCaller } from '../http/caller.ts'
import { InvalidFields, NotSignedIn, Refused } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'
import {
  type Account,
  changedColumns,
  presentUser,
  requireUnchanged,
  type UserColumns,
} from '../people/account.ts'
import { findById, lockActive, saveDetails, savePasswordHash } from '../people/users-store.ts'
import { forgetDevices } from '../throttle/throttle-store.ts'
import { passwordChangedEmail } from './account-emails.ts'
import { requestEmailChange } from './email-change.ts'
import { recordFirstPassword } from './links.ts'
import { mayRemoveEmail, removeEmail } from './remove-email.ts'

/**
 * Changes the caller's own names and, with the current password, the password. A new email, which needs
 * it too, is requested and takes effect when it is confirmed. Only staff change a rut.
 * @returns the id of a new session when the password changed
 * @throws {InvalidFields}
 */
export async function updateOwnAccount(
  services: AuthServices,
  caller: SignedInCaller,
  changes: z.infer<typeof saveOwnAccount>,
  device: string | undefined,
): Promise<{ user: User; sessionId: string | null }> {
  const { db, config, limits } = services
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
    ? await confirmIdentity(services, caller, changes.old_password ?? '')
    : null
  if (needsPassword && !confirmed) fields.old_password = [wrongPasswordMessage]
  if (Object.keys(fields).length > 0) throw new InvalidFields(fields)

  if (changesEmail) await limits.emailChanges.consume(String(user.id))
  const changesNames = details.firstName !== user.first_name || details.lastName !== user.last_name
  if (changesNames) await limits.nameChanges.consume(String(user.id))
  if (newPassword !== '') await limits.passwordChanges.consume(String(user.id))
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
        : await replacePassword(tx, caller, { account, passwordHash, device }, config)
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
): Record<string, Refusal[]> {
  const fields: Record<string, Refusal[]> = {}
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

/**
 * Changes the caller's own password. Ends all sessions and opens a new one for this browser.
 * @returns the id of the new session
 * @throws {Refused} 400 for a wrong old password or for the broken rules of the new one
 * @throws {NotSignedIn} when the password changed or the account closed meanwhile
 */
export async function changePassword(
  services: AuthServices,
  caller: SignedInCaller,
  {
    oldPassword,
    newPassword,
    removesEmail,
    device,
  }: {
    oldPassword: string
    newPassword: string
    /** Only with a temporary password: the owner says that the account's email is somebody else's. */
    removesEmail: boolean
    device: string | undefined
  },
): Promise<string> {
  const { db, config, limits } = services
  const confirmed = await confirmIdentity(services, caller, oldPassword)
  if (!confirmed) throw new Refused(wrongPasswordMessage)
  const { account } = confirmed
  validatePassword(newPassword, account, config)
  if (account.temporaryPasswordUntil && newPassword === oldPassword) {
    throw new Refused([temporaryPasswordMessages.same])
  }
  await limits.passwordChanges.consume(String(account.id))
  const passwordHash = await hashPassword(newPassword, userHashes(account.id))
  const replace = async (tx: Transaction) => {
    await lockConfirmed(tx, confirmed)
    const isRemoved =
      removesEmail && account.temporaryPasswordUntil !== null && mayRemoveEmail(account)
    if (isRemoved) await removeEmail(tx, caller, account, config)
    const owner = isRemoved ? { ...account, email: '' } : account
    return replacePassword(tx, caller, { account: owner, passwordHash, device }, config)
  }
  return callerTransaction(db, caller, replace, { lock: 'update' })
}

/** Saves the password, ends links and sessions, and forgets every browser but this one. @returns the id of the new session */
async function replacePassword(
  tx: Transaction,
  caller: Caller,
  {
    account,
    passwordHash,
    device,
  }: { account: Account; passwordHash: string; device: string | undefined },
  config: Config,
): Promise<string> {
  const sessionId = randomToken()
  await savePasswordHash(tx, account.id, passwordHash)
  await endLinks(tx, account.id)
  await deleteSessionsOf(tx, account.id)
  await forgetDevices(tx, account.id, tokenHash(device ?? ''))
  const { userAgent, address } = caller
  await insertSession(tx, { idHash: tokenHash(sessionId), userId: account.id, userAgent, address })
  const passkeys = (await listPasskeys(tx, account.id)).length
  await enqueueEmail(tx, passwordChangedEmail(account, config, { passkeys }), config)
  const about = { object: { type: 'user', id: account.id }, subjectId: account.id }
  await recordAuditEvent(tx, caller, { action: 'password.changed', ...about })
  await recordFirstPassword(tx, caller, account)
  return sessionId
}
