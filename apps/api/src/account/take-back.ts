import { deadLinkMessage } from '@carpeta/domain/errors/error-messages'
import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { changedFacts, recordAuditEvent } from '../audit/record-audit-event.ts'
import { type EmailWithLink, enqueueLinkEmail, requireLiveLink } from '../auth/links.ts'
import { endLinks, endNotMeLinks, insertLink, useLink } from '../auth/links-store.ts'
import { hashOfNoPassword } from '../auth/passwords.ts'
import { listMethods } from '../auth/second-factor-store.ts'
import type { AuthServices } from '../auth/sessions.ts'
import type { Config } from '../config/config.ts'
import type { Transaction } from '../db/client.ts'
import { deleteNonUrgentEmailsTo, enqueueEmail } from '../email/email-queue.ts'
import type { Email } from '../email/render-email.ts'
import { type AuditActor, anonymous, type Caller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import { randomToken } from '../http/tokens.ts'
import type { Account } from '../people/account.ts'
import { endChangesSince } from '../people/email-changes-store.ts'
import {
  lockUnerased,
  saveDetails,
  saveNoPassword,
  savePasswordHash,
} from '../people/users-store.ts'
import { takenBackNotice } from './email-change-emails.ts'
import { endGifts, endKeys } from './put-out.ts'

// How the owner of the mailbox takes the account back from a thief, who may have the password, sessions, factors,
// links, and the account's email by now (docs/decisions/accounts.md).

/**
 * 'No fui yo', from the notice of an added factor. @returns the token of a link that chooses a password; none
 * while staff keep the account closed or in the trash
 * @throws {Refused} 422 for a dead link, 409 when another account without a rut has the email
 */
export async function takeBackAccount(
  services: AuthServices,
  caller: Caller,
  token: string,
): Promise<string | undefined> {
  const { db, config } = services
  const link = await requireLiveLink(services, token, ['not_me'], caller.address)
  return db.uncheckedTransaction(async (tx) => {
    const account = await lockUnerased(tx, link.account.id)
    if (!account || link.undoesSince === null || !(await useLink(tx, token))) {
      throw new Refused(deadLinkMessage, 422)
    }
    const before = { email: account.email, methods: await listMethods(tx, account.id) }
    const owner = { ...anonymous(caller), id: account.id }
    const undo = { account, since: link.undoesSince }
    const { token: next, email } = await undoSince(tx, owner, undo, takenBackNotice, config)
    await recordAuditEvent(tx, owner, {
      action: 'account.taken_back',
      object: { type: 'user', id: account.id },
      subjectId: account.id,
      ...changedFacts(before, { email, methods: [] }),
    })
    return next
  })
}

interface Undone {
  /** The account's email, as it was then. */
  email: string
  /** The token of a link to choose a password; none while staff keep the account closed or in the trash. */
  token?: string
}

/**
 * Puts a thief out, and takes back the email that the account had then. The transaction has locked the account.
 * @throws {Refused} 409 when another account without a rut has the email
 */
export async function undoSince(
  tx: Transaction,
  owner: AuditActor,
  { account, since }: { account: Account; since: Date },
  notice: (to: Account, config: Config) => Email,
  config: Config,
): Promise<Undone> {
  const { id } = account
  const email = (await endChangesSince(tx, id, since)) ?? account.email
  if (email !== account.email && !(await saveDetails(tx, id, { email }))) {
    throw new Refused(userFormMessages.emailTaken, 409)
  }
  if (email !== account.email) await deleteNonUrgentEmailsTo(tx, account, config)
  await endNotMeLinks(tx, id, since)
  await endLinks(tx, id)
  await savePasswordHash(tx, id, hashOfNoPassword())
  await endKeys(tx, owner, id)
  await endGifts(tx, owner, { userId: id, since })
  for (const address of new Set([email, account.email])) {
    await enqueueEmail(tx, notice({ ...account, email: address }, config), config)
  }
  // A closed or deleted account stays so. Who opens or restores it sends the link to this email.
  if (!account.isActive || account.deletedAt !== null) return { email }
  const token = randomToken()
  await insertLink(tx, { token, userId: id, purpose: 'restore' })
  return { email, token }
}

/**
 * For an account that staff open again, or whose factors they reset: nothing opens it but the link of this
 * email, since a thief may have what did. A temporary password that staff typed is nobody else's and stays.
 * @returns the methods that the user had
 */
export async function startFromMailbox(
  tx: Transaction,
  caller: Caller,
  { account, email }: { account: Account; email: EmailWithLink },
  config: Config,
): Promise<string[]> {
  const { id, isActive, isActivated, temporaryPasswordUntil } = account
  const methods = await endKeys(tx, caller, id)
  if (methods.length > 0) {
    await recordAuditEvent(tx, caller, {
      action: 'second_factor.reset',
      object: { type: 'user', id },
      subjectId: id,
      before: { methods },
    })
  }
  if (!isActivated || temporaryPasswordUntil) return methods
  await endLinks(tx, id)
  await saveNoPassword(tx, id, hashOfNoPassword())
  if (isActive) await enqueueLinkEmail(tx, account, { purpose: 'restore', email }, config)
  return methods
}
