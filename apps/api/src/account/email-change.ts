import type { User } from '@carpeta/contract/auth'
import { deadLinkMessage } from '@carpeta/domain/errors/error-messages'
import {
  canRevertEmailChange,
  EMAIL_REVERT_HOURS,
  isEmailChangePending,
} from '@carpeta/domain/people/email-change-rules'
import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { recordAuditEvent, recordAuditedRead } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import { endEveryLink, endLinks } from '../auth/links-store.ts'
import { requireMayChangeCredentials, requireTouchable } from '../auth/managed-account.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import { anonymous, type Caller, type SignedInCaller } from '../http/caller.ts'
import { InvalidFields, NotFound, Refused } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'
import { type Account, presentUser } from '../people/account.ts'
import {
  confirmChange,
  endFormerLinks,
  endPendingChange,
  findByConfirmHash,
  findByRevertHash,
  insertEmailChange,
  type StoredEmailChange,
} from '../people/email-changes-store.ts'
import { deleteInvitation } from '../people/invitations-store.ts'
import {
  findTakenFields,
  lockActive,
  lockUnerased,
  saveDetails,
  touchAccount,
  updateUser,
} from '../people/users-store.ts'
import { requireNoCommonPurchase } from '../sales/sale-accesses.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { emailReplacedNotice, identityCheckedEmail } from './account-emails.ts'
import {
  confirmNewEmail,
  emailChangedNotice,
  emailChangeNotice,
  emailRevertedNotice,
} from './email-change-emails.ts'
import { endGifts } from './put-out.ts'
import { startFromMailbox, undoSince } from './take-back.ts'

/**
 * Asks the owner of the new address to confirm it and tells the old one, which can undo the change.
 * Until then the old email counts. Replaces a pending change. The transaction has locked the account.
 * @throws {InvalidFields} when another account without a rut has the email
 */
export async function requestEmailChange(
  tx: Transaction,
  caller: Caller,
  { account, newEmail }: { account: Account; newEmail: string },
  config: Config,
): Promise<void> {
  const { id: userId, email: oldEmail, rut } = account
  const taken = await findTakenFields(tx, { rut, email: newEmail }, userId)
  if (taken.includes('email')) throw new InvalidFields({ email: [userFormMessages.emailTaken] })
  const [confirmToken, revertToken] = [randomToken(), randomToken()]
  const isReplacing = await endPendingChange(tx, userId)
  if (!isReplacing) await endFormerLinks(tx, userId)
  await insertEmailChange(tx, {
    userId,
    oldEmail,
    newEmail,
    confirmHash: tokenHash(confirmToken),
    revertHash: tokenHash(revertToken),
    requestedBy: caller.id === userId ? null : caller.id,
  })
  await touchAccount(tx, userId)
  await enqueueEmail(tx, confirmNewEmail({ email: newEmail }, confirmToken, config), config)
  await enqueueEmail(tx, emailChangeNotice(account, revertToken, config), config)
  await recordAuditEvent(tx, caller, {
    action: 'email.change_requested',
    object: { type: 'user', id: userId },
    subjectId: userId,
    before: { email: oldEmail },
    after: { email: newEmail },
  })
}

/** Changes the email of an account at once. Links and invitations to the old one end. */
export async function replaceEmail(
  tx: Transaction,
  caller: SignedInCaller,
  { account, newEmail: email }: { account: Account; newEmail: string },
  config: Config,
): Promise<void> {
  await updateUser(tx, account.id, { email, emailTypedBy: caller.id })
  await endLinks(tx, account.id)
  await deleteInvitation(tx, account.id)
  await enqueueEmail(tx, emailReplacedNotice(account, config), config)
  await recordAuditEvent(tx, caller, {
    action: 'email.changed',
    object: { type: 'user', id: account.id },
    subjectId: account.id,
    before: { email: account.email },
    after: { email },
  })
}

/**
 * Staff checked who the owner is. The account starts again from this email: it counts at once, and nothing that
 * opened the account or went to a former address works, nor can a former address undo it. Only a temporary
 * password that staff just set stays. The transaction has locked the account.
 */
export async function startFromCheckedOwner(
  tx: Transaction,
  caller: SignedInCaller,
  { account, email, setsPassword }: { account: Account; email: string; setsPassword: boolean },
  config: Config,
): Promise<void> {
  const { id } = account
  const isReplaced = email !== account.email
  if (isReplaced) {
    await updateUser(tx, id, { email, emailTypedBy: caller.id })
    await enqueueEmail(tx, emailReplacedNotice(account, config), config)
  }
  await endEveryLink(tx, id)
  const since = new Date(Date.now() - EMAIL_REVERT_HOURS * 3_600_000)
  await endGifts(tx, caller, { userId: id, since })
  await recordAuditEvent(tx, caller, {
    action: 'account.identity_checked',
    object: { type: 'user', id },
    subjectId: id,
    ...(isReplaced && { before: { email: account.email }, after: { email } }),
  })
  // An earlier temporary password may be a thief's.
  const temporaryPasswordUntil = setsPassword ? account.temporaryPasswordUntil : null
  const owner = { ...account, email, temporaryPasswordUntil }
  await startFromMailbox(tx, caller, { account: owner, email: identityCheckedEmail }, config)
}

/**
 * Cancels the pending change of one's own email or, for staff, of another user's. Repeating it
 * changes nothing.
 * @throws {NotFound} · {Forbidden} · {Refused} 403 for a user with more permissions than the caller, and for somebody
 * with whom the caller shares a purchase
 */
export async function cancelEmailChange(
  { db }: { db: Database },
  caller: SignedInCaller,
  userId: number,
): Promise<User> {
  const isOwn = userId === caller.user.id
  const cancel = async (tx: Transaction, caller: SignedInCaller) => {
    const account = await lockActive(tx, userId)
    if (!account) throw new NotFound()
    requireTouchable(caller.user, account)
    if (!isOwn) {
      requireMayChangeCredentials(caller.user, account)
      // The address of before would stay, which whoever bought with the owner may read.
      await requireNoCommonPurchase(tx, caller, account.rut)
    }
    if (await endPendingChange(tx, userId)) {
      await touchAccount(tx, userId)
      await recordAuditEvent(tx, caller, {
        action: 'email.change_cancelled',
        object: { type: 'user', id: userId },
        subjectId: userId,
        before: { email: account.pendingEmail ?? '' },
      })
    } else {
      await recordAuditedRead(tx, caller, { type: 'user', id: userId }, userId)
    }
    return presentUser((await lockActive(tx, userId)) ?? account)
  }
  return callerTransaction(db, caller, cancel, { lock: isOwn ? 'update' : 'share' })
}

/**
 * The new email takes effect. Links that went to the old one end.
 * @throws {Refused} 422 for a dead link, 409 when another account without a rut has the email
 */
export async function confirmEmailChange(
  services: EmailChangeServices,
  caller: Caller,
  token: string,
): Promise<void> {
  const { config } = services
  const link = {
    token,
    find: findByConfirmHash,
    isLive: (change: StoredEmailChange, { isActive, deletedAt }: Account) =>
      isActive && deletedAt === null && isEmailChangePending(change, change.now),
  }
  await withLockedChange(services, caller, link, async (tx, { account, change }) => {
    const { newEmail: email, oldEmail } = change
    // Before the links end, which would also end this change.
    const revertToken = randomToken()
    await confirmChange(tx, change.id, tokenHash(revertToken))
    if (!(await saveDetails(tx, account.id, { email }))) {
      throw new Refused(userFormMessages.emailTaken, 409)
    }
    await endLinks(tx, account.id)
    await deleteInvitation(tx, account.id)
    const notice = emailChangedNotice({ ...account, email: oldEmail }, revertToken, config)
    await enqueueEmail(tx, notice, config)
    await recordAuditEvent(
      tx,
      { ...anonymous(caller), id: account.id },
      {
        action: 'email.changed',
        object: { type: 'user', id: account.id },
        subjectId: account.id,
        before: { email: oldEmail },
        after: { email },
      },
    )
  })
}

/**
 * The old address cancels a pending change, or takes the account's email back. A thief may have asked for
 * the change, so all that a thief has ends too. Staff who closed or deleted the account meanwhile do not prevent it.
 * @returns the token of a link that chooses a password; none while the account is closed or in the trash
 * @throws {Refused} 422 for a dead link, 409 when another account without a rut has the old email
 */
export async function revertEmailChange(
  services: EmailChangeServices,
  caller: Caller,
  token: string,
): Promise<string | undefined> {
  const { config } = services
  const link = {
    token,
    find: findByRevertHash,
    isLive: (change: StoredEmailChange) => canRevertEmailChange(change, change.now),
  }
  return withLockedChange(services, caller, link, async (tx, { account, change }) => {
    const owner = { ...anonymous(caller), id: account.id }
    const undo = { account, since: change.requestedAt }
    const { email, token } = await undoSince(tx, owner, undo, emailRevertedNotice, config)
    await recordAuditEvent(tx, owner, {
      action: 'email.change_reverted',
      object: { type: 'user', id: account.id },
      subjectId: account.id,
      before: { email: account.email === email ? change.newEmail : account.email },
      after: { email },
    })
    return token
  })
}

interface EmailChangeServices {
  db: Database
  config: Config
  limits: RateLimits
}

interface ChangeLink {
  token: string
  find: (db: Database | Transaction, hash: string) => Promise<StoredEmailChange | null>
  isLive: (change: StoredEmailChange, account: Account) => boolean
}

/**
 * Runs the work of a link with its account locked, which serialises all changes of its email.
 * Dead links count by address. @throws {Refused} 422 for every dead link alike · {Throttled}
 */
async function withLockedChange<Result>(
  { db, limits }: EmailChangeServices,
  { address }: Caller,
  { token, find, isLive }: ChangeLink,
  work: (
    tx: Transaction,
    found: { account: Account; change: StoredEmailChange },
  ) => Promise<Result>,
): Promise<Result> {
  const hash = tokenHash(token)
  const unlocked = await find(db, hash)
  const done =
    unlocked &&
    (await db.uncheckedTransaction(async (tx) => {
      const account = await lockUnerased(tx, unlocked.userId)
      const change = await find(tx, hash)
      if (!account || !change || !isLive(change, account)) return null
      return { result: await work(tx, { account, change }) }
    }))
  if (done) return done.result
  await limits.linkFailures.consume(address)
  throw new Refused(deadLinkMessage, 422)
}
