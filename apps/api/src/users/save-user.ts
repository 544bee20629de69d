import type { User } from '@carpeta/contract/auth'
import type { changeUser as changeUserForm, saveUser } from '@carpeta/contract/users'
import { isValidEmail } from '@carpeta/domain/access/login-rules'
import { can } from '@carpeta/domain/access/permissions'
import type { SecondFactorMethod } from '@carpeta/domain/access/second-factor-rules'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import { canonicalRut } from '@carpeta/domain/people/rut'
import {
  type UserForm,
  type UserFormSituation,
  userFormErrors,
  userFormMessages,
} from '@carpeta/domain/people/user-form-rules'
import { mayAssignGroups } from '@carpeta/domain/people/user-rules'
import type { z } from 'zod'
import { accountReopenedEmail } from '../account/account-emails.ts'
import { replaceEmail, requestEmailChange, startFromCheckedOwner } from '../account/email-change.ts'
import { startFromMailbox } from '../account/take-back.ts'
import { changedFacts, recordAuditEvent, recordAuditedRead } from '../audit/record-audit-event.ts'
import {
  callerTransaction,
  requireRecentAuthentication,
  requireRecentLogin,
} from '../auth/caller-transaction.ts'
import {
  closeAccess,
  endAccess,
  lockTarget,
  requireMayChangeCredentials,
  requireMayChangeState,
  requireTouchable,
} from '../auth/managed-account.ts'
import { passwordErrors } from '../auth/new-passwords.ts'
import { hashPassword, userHashes } from '../auth/passwords.ts'
import { endAccessOfPartners, endAccessPreparedBy } from '../auth/prepared-access.ts'
import { deleteFirstFactors, listPasskeys } from '../auth/second-factor-store.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import { deleteNonUrgentEmailsTo, enqueueEmail } from '../email/email-queue.ts'
import type { Caller, SignedInCaller } from '../http/caller.ts'
import { InvalidFields, NotFound, refuseFields } from '../http/errors.ts'
import {
  type Account,
  changedColumns,
  presentUser,
  requireUnchanged,
  type UserColumns,
  userAuditFacts,
} from '../people/account.ts'
import {
  findById,
  findTakenFields,
  insertUser,
  listFormerOwners,
  lockActive,
  restartTemporaryPassword,
  saveTemporaryPassword,
  takenField,
  temporaryPasswordUntil,
  updateUser,
} from '../people/users-store.ts'
import { requireNoCommonPurchase } from '../sales/sale-accesses.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { resetAccountAttempts } from '../throttle/throttle-store.ts'
import { becomesAnother, endLostPreparations, renewPreparedAccess } from './changed-account.ts'
import { assignGroups } from './groups.ts'
import { enqueueInvitation } from './invitations.ts'
import { requireOtherSuperuser } from './superusers.ts'
import {
  accountClosedEmail,
  accountOpenedEmail,
  rutChangedEmail,
  rutTakenEmail,
  temporaryPasswordEmail,
} from './user-emails.ts'

/**
 * Creates an account with a temporary password, or with an invitation to choose one. Groups need a
 * superuser and are ignored from other staff.
 * @throws {InvalidFields}
 * @throws {Refused} 403 without a recent authentication, and for the rut of somebody with whom the caller shares a
 *   purchase: an account opens what belongs to its rut
 */
export async function createUser(
  { db, config }: { db: Database; config: Config },
  caller: SignedInCaller,
  form: z.infer<typeof saveUser>,
): Promise<User> {
  const { invite } = form
  const filled = {
    first_name: form.first_name.trim(),
    last_name: form.last_name.trim(),
    email: form.email.trim(),
    social_security: form.profile.social_security ?? '',
    // An invited user chooses the password; the form may still send one.
    password: invite ? '' : form.password,
  }
  const fields = fieldErrors(filled, { isNew: true, invite }, config)
  await requireValidFields(db, fields, filled, null)

  const columns = {
    firstName: filled.first_name,
    lastName: filled.last_name,
    email: filled.email,
    rut: canonicalRut(filled.social_security),
    passwordHash: invite ? null : await hashPassword(filled.password, userHashes(caller.id)),
    temporaryPasswordUntil: invite ? null : temporaryPasswordUntil,
    temporaryPasswordBy: invite ? null : caller.id,
    emailTypedBy: caller.id,
    // The link of an invitation does not work for an inactive account.
    isActive: invite || !can(caller.user, 'users.manage_users') || (form.is_active ?? true),
  }
  return refuseTakenLogin(() =>
    callerTransaction(db, caller, async (tx, caller) => {
      await requireRecentLogin(tx, caller, config)
      await requireNoCommonPurchase(tx, caller, columns.rut)
      const id = await insertUser(tx, columns)
      if (form.group_ids && mayAssignGroups(caller.user, id)) {
        await assignGroups(tx, caller, { id, groups: [] }, form.group_ids, config)
      }
      const created = await recordCreation(tx, caller, id)
      await tellFormerOwners(tx, created.rut, config)
      if (invite) await enqueueInvitation(tx, caller, id)
      else {
        await recordTemporaryPassword(tx, caller, id)
        await announceAccount(tx, created, config)
      }
      return presentUser(created)
    }),
  )
}

/** The email does not hold the password: staff hand it over. An inactive account is told when it opens. */
async function announceAccount(tx: Transaction, account: Account, config: Config): Promise<void> {
  if (account.isActive) await enqueueEmail(tx, accountOpenedEmail(account, config), config)
}

/** An account has this rut now: those of whom it was before the trash may know nothing of it. */
export async function tellFormerOwners(
  tx: Transaction,
  rut: string | null,
  config: Config,
): Promise<void> {
  if (rut === null) return
  for (const owner of await listFormerOwners(tx, rut)) {
    await enqueueEmail(tx, rutTakenEmail(owner, config), config)
  }
}

async function recordCreation(
  tx: Transaction,
  caller: SignedInCaller,
  id: number,
): Promise<Account> {
  const account = await readLocked(tx, id)
  await recordAuditEvent(tx, caller, {
    action: 'user.created',
    object: { type: 'user', id },
    subjectId: id,
    after: userAuditFacts(account),
  })
  return account
}

type Changes = z.infer<typeof changeUserForm>

/**
 * Changes another user's account: only fields that were sent and differ. Groups need a superuser and
 * `is_active` needs the permission to manage users; both are ignored from other staff. With `identity_checked`
 * the account starts again from its email; that of a closed account changes only so.
 * @throws {InvalidFields} also when the account changed since it was read
 * @throws {Refused} 403 for names, login data or state of a user with more permissions than the
 *   caller, for groups, a password or another email or rut without a recent authentication, and for
 *   these of somebody with whom the caller shares a purchase
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

  if (filled.email !== known.email || changes.identity_checked) {
    requireMayChangeCredentials(caller.user, known)
    // Not on the owner's count, which an intruder in the account may have used up.
    await limits.emailChanges.consume(`${caller.id}:${userId}`)
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
      const setsPassword = passwordHash !== null
      const checksIdentity = changes.identity_checked === true && before.isActivated
      const keepsPassword = !setsPassword && !checksIdentity
      const opensPassword =
        columns.isActive === true && before.temporaryPasswordUntil !== null && keepsPassword
      const changesLogin = newEmail !== undefined || columns.rut !== undefined
      const changesAccess = changesLogin || setsPassword || opensPassword || checksIdentity
      const renames = columns.firstName !== undefined || columns.lastName !== undefined
      if (changesAccess || renames) requireMayChangeCredentials(caller.user, before)
      if (changesAccess || columns.isActive !== undefined) {
        await requireRecentLogin(tx, caller, config)
      }
      // Its mailbox alone opens an account that is opened again.
      if (changesAccess || columns.isActive === true) {
        await requireNoCommonPurchase(tx, caller, before.rut)
        await requireNoCommonPurchase(tx, caller, columns.rut ?? null)
      }
      // No other client knows it.
      if (checksIdentity) await requireRecentAuthentication(tx, caller)
      if (checksIdentity && (newEmail ?? before.email) === '')
        refuseFields({ email: userFormMessages.email })
      // Nobody could confirm it.
      if (newEmail !== undefined && before.isActivated && !before.isActive && !checksIdentity) {
        refuseFields({ email: userFormMessages.identityUnchecked })
      }
      if (columns.isActive !== undefined) requireMayChangeState(caller.user, before)
      if (columns.isActive === false) await requireOtherSuperuser(tx, before)
      if (Object.keys(columns).length > 0) await updateUser(tx, userId, columns)
      if (passwordHash !== null) {
        await saveTemporaryPassword(tx, userId, { passwordHash, by: caller.id })
      }
      if (opensPassword) await restartTemporaryPassword(tx, userId)
      if (changes.group_ids && mayAssignGroups(caller.user, userId)) {
        await assignGroups(tx, caller, before, changes.group_ids, config)
      }
      const saved = await readLocked(tx, userId)
      const change = {
        before,
        after: saved,
        setsPassword,
        opensPassword,
        newEmail,
        checksIdentity,
      }
      await finishChange(tx, caller, change, config)
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

interface Change {
  before: Account
  after: Account
  setsPassword: boolean
  /** The account is opened with a temporary password that it has already. */
  opensPassword: boolean
  /** Another email, which is not saved yet. */
  newEmail: string | undefined
  /** The account, which is activated, starts again from its email. */
  checksIdentity: boolean
}

interface SavedChange extends Change {
  /** What a new password removed. */
  removedFactors: SecondFactorMethod[]
}

/** Ends links and sessions, notifies the owner, records the change and starts a change of email. */
async function finishChange(
  tx: Transaction,
  caller: SignedInCaller,
  change: Change,
  config: Config,
): Promise<void> {
  const { before, after, setsPassword, newEmail, checksIdentity } = change
  const isDeactivated = before.isActive && !after.isActive
  const isReopened = !before.isActive && after.isActive
  // Failed logins may be the reason for the new password: it must work at once.
  if (setsPassword) await resetAccountAttempts(tx, after)
  const isAnother = becomesAnother(before, after) && !setsPassword && !checksIdentity
  if (setsPassword) await endAccess(tx, after.id)
  else if (isDeactivated) await closeAccess(tx, after)
  if (isDeactivated || checksIdentity) await deleteNonUrgentEmailsTo(tx, before, config)
  if (isDeactivated) {
    await endAccessPreparedBy(tx, caller, after.id)
    if (before.isActivated && before.email !== '') {
      await enqueueEmail(tx, accountClosedEmail(before, config), config)
    }
  }
  if (isReopened && !checksIdentity) {
    const account = isAnother ? { ...after, temporaryPasswordUntil: null } : after
    await startFromMailbox(tx, caller, { account, email: accountReopenedEmail }, config)
  } else if (isAnother) await renewPreparedAccess(tx, caller, after, config)
  await endLostPreparations(tx, caller, before, after)
  if (after.rut !== null && after.rut !== before.rut) await endAccessOfPartners(tx, after.rut)
  const removedFactors = setsPassword ? await deleteFirstFactors(tx, after.id) : []
  const opensPassword = change.opensPassword && !isAnother
  const saved = { ...change, opensPassword, removedFactors }
  if (after.rut !== before.rut) await tellFormerOwners(tx, after.rut, config)
  await notifyOwner(tx, saved, config)
  await recordChange(tx, caller, saved)
  if (checksIdentity) {
    const start = { account: after, email: newEmail ?? after.email, setsPassword }
    return startFromCheckedOwner(tx, caller, start, config)
  }
  if (newEmail === undefined) return
  // The mailbox of an account that nobody activated is confirmed by its activation link.
  const start = before.isActivated ? requestEmailChange : replaceEmail
  await start(tx, caller, { account: after, newEmail }, config)
}

async function notifyOwner(tx: Transaction, saved: SavedChange, config: Config): Promise<void> {
  const { before, after, setsPassword, removedFactors, opensPassword, newEmail } = saved
  // A new address that nobody has confirmed hears nothing about an activated account.
  const isReplaced = newEmail !== undefined && (!before.isActivated || saved.checksIdentity)
  for (const email of isReplaced ? [before.email, newEmail] : [before.email]) {
    const owner = { ...after, email }
    if (after.rut !== before.rut) {
      const hasOwnPassword = after.isActivated && after.temporaryPasswordUntil === null
      await enqueueEmail(tx, rutChangedEmail(owner, config, { hasOwnPassword }), config)
    }
    if (setsPassword && after.isActive) {
      // With a checked identity they end, too.
      const passkeys = saved.checksIdentity ? 0 : (await listPasskeys(tx, after.id)).length
      const factors = { areRemoved: removedFactors.length > 0, passkeys }
      await enqueueEmail(tx, temporaryPasswordEmail(owner, config, factors), config)
    }
    if (opensPassword) await announceAccount(tx, owner, config)
  }
}

async function recordChange(
  tx: Transaction,
  caller: Caller,
  { before, after, setsPassword, removedFactors, newEmail, checksIdentity }: SavedChange,
): Promise<void> {
  const about = { object: { type: 'user', id: after.id }, subjectId: after.id }
  if (setsPassword) await recordTemporaryPassword(tx, caller, after.id, removedFactors)
  const facts = changedFacts(userAuditFacts(before), userAuditFacts(after))
  if (Object.keys(facts.after).length > 0) {
    await recordAuditEvent(tx, caller, { action: 'user.changed', ...about, ...facts })
  } else if (!setsPassword && newEmail === undefined && !checksIdentity) {
    // Nothing changed, but the answer shows the account, so it counts as a read.
    await recordAuditedRead(tx, caller, about.object, after.id)
  }
}

/** Records that staff chose a user's password, which the user must change. */
async function recordTemporaryPassword(
  tx: Transaction,
  caller: Caller,
  userId: number,
  removedFactors: SecondFactorMethod[] = [],
): Promise<void> {
  await recordAuditEvent(tx, caller, {
    action: 'password.set_temporary',
    object: { type: 'user', id: userId },
    subjectId: userId,
    ...(removedFactors.length > 0 && { before: { methods: removedFactors } }),
  })
}

/** The form of an account: names and email trimmed, the rut as typed. */
type FilledUser = Required<Omit<UserForm, 'password_confirm'>>

/** The errors by field, with the messages of the form. */
function fieldErrors(
  filled: FilledUser,
  situation: UserFormSituation,
  config: Config,
): Record<string, Refusal[]> {
  const errors = userFormErrors({ ...filled, password_confirm: filled.password }, situation)
  // The form only asks for an @; an email needs a deliverable address.
  if (filled.email !== situation.before?.email && !isValidEmail(filled.email)) {
    errors.email ??= userFormMessages.emailInvalid
  }
  const fields: Record<string, Refusal[]> = {}
  for (const [field, refusal] of Object.entries(errors)) fields[field] = [refusal]
  const { first_name: firstName, last_name: lastName, email, social_security: rut } = filled
  const person = { firstName, lastName, email, rut }
  const broken = filled.password === '' ? [] : passwordErrors(filled.password, person, config)
  return broken.length > 0 ? { ...fields, password: broken } : fields
}

const takenMessages = {
  social_security: userFormMessages.rutTaken,
  email: userFormMessages.emailTaken,
}

/**
 * Runs a write of an account and reports a taken rut or email at its field. Only the unique index is
 * safe when two callers take the same rut at once. @throws {InvalidFields}
 */
export async function refuseTakenLogin<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const field = takenField(error)
    throw field ? new InvalidFields({ [field]: [takenMessages[field]] }) : error
  }
}

/**
 * Refuses a form with errors, and reports taken values in the same answer.
 * @throws {InvalidFields}
 */
async function requireValidFields(
  db: Database,
  errors: Record<string, Refusal[]>,
  filled: { social_security: string; email: string },
  ownId: number | null,
): Promise<void> {
  if (Object.keys(errors).length === 0) return
  const login = { rut: canonicalRut(filled.social_security), email: filled.email }
  const taken = await findTakenFields(db, login, ownId)
  const takenErrors = Object.fromEntries(taken.map((field) => [field, [takenMessages[field]]]))
  throw new InvalidFields({ ...takenErrors, ...errors })
}
