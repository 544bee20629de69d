import { isValidEmail } from '@carpeta/domain/access/login-rules'
import { deadLinkMessage, registrationClosedMessage } from '@carpeta/domain/errors/error-messages'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import { personNameError, userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { enqueueLinkEmail, requireLiveLink } from '../auth/links.ts'
import { endLinks, useLink } from '../auth/links-store.ts'
import { passwordErrors } from '../auth/new-passwords.ts'
import { hashPassword, linkHashes } from '../auth/passwords.ts'
import type { AuthServices } from '../auth/sessions.ts'
import type { Config } from '../config/config.ts'
import type { Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import { anonymous, type Caller, networksOf } from '../http/caller.ts'
import { InvalidFields, Refused } from '../http/errors.ts'
import { tokenHash } from '../http/tokens.ts'
import type { Account } from '../people/account.ts'
import {
  activateRegistered,
  findByEmail,
  lockActive,
  upsertUnconfirmed,
} from '../people/users-store.ts'
import { alreadyRegisteredEmail, confirmationEmail } from './account-emails.ts'
import { deleteRegistration, findRegistration, insertRegistration } from './registrations-store.ts'

interface Registration {
  name: string
  last_name: string
  email: string
  password: string
  /** The anonymous cookie of the caller's browser. */
  browser: string | undefined
}

/** Runs before the body is validated. @throws {Refused} 403 */
export function requireOpenRegistration({
  registrationOpen,
}: Pick<Config, 'registrationOpen'>): void {
  if (!registrationOpen) throw new Refused(registrationClosedMessage, 403)
}

/**
 * Registers a person by email. The answer is the same for an email that has an account, and only the
 * email that is sent tells them apart (docs/security.md 1.6). Each call has its own link and password,
 * so that none replaces another's; nothing counts before a link is opened (docs/decisions/accounts.md).
 * The fourth in an hour to one mailbox gets the same answer and sends nothing.
 * @throws {InvalidFields} · {Throttled}
 */
export async function register(
  { db, config, limits }: AuthServices,
  caller: Caller,
  { name, last_name, email, password, browser }: Registration,
): Promise<void> {
  const person = { firstName: name.trim(), lastName: last_name.trim(), email: email.trim() }
  const fields = fieldErrors(person, password, config)
  if (Object.keys(fields).length > 0) throw new InvalidFields(fields)
  await limits.emailRequests.consume(caller.address)

  const passwordHash = await hashPassword(password, networksOf(caller.address).visitor)
  if (!(await limits.registrationEmails.tryConsume(mailboxKey(person.email)))) return
  const owners = await findByEmail(db, person.email)
  await db.uncheckedTransaction(async (tx) => {
    const owner = owners.find(({ account }) => isOtherOwner(account, null))
    const userId = owner ? null : await upsertUnconfirmed(tx, person)
    if (userId === null) {
      await enqueueEmail(tx, alreadyRegisteredEmail(owner?.account ?? person, config), config)
      return
    }
    const link = { purpose: 'confirm', email: confirmationEmail } as const
    const linkHash = await enqueueLinkEmail(tx, { ...person, id: userId }, link, config)
    const browserHash = browser === undefined ? null : tokenHash(browser)
    await insertRegistration(tx, linkHash, { ...person, passwordHash, browserHash })
    await recordOwnEvent(tx, caller, userId, 'account.registered')
  })
}

/** One for the spellings that reach one mailbox: in any case, with a tag after a `+` and, at Gmail, with dots. */
function mailboxKey(email: string): string {
  const [name = '', domain = ''] = email
    .toLowerCase()
    .replace(/\+[^@]*@/, '@')
    .split('@')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return tokenHash(isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`)
}

function fieldErrors(
  person: { firstName: string; lastName: string; email: string },
  password: string,
  config: Config,
): Record<string, Refusal[]> {
  const fields: Record<string, Refusal[]> = {}
  const firstName = personNameError(person.firstName, userFormMessages.firstName)
  const lastName = personNameError(person.lastName, userFormMessages.lastName)
  if (firstName !== null) fields.name = [firstName]
  if (lastName !== null) fields.last_name = [lastName]
  if (!isValidEmail(person.email)) fields.email = [userFormMessages.emailInvalid]
  const broken = passwordErrors(password, { ...person, rut: null }, config)
  if (broken.length > 0) fields.password = broken
  return fields
}

interface Confirmation {
  code: string
  /** Chosen by the owner of the mailbox; not needed in the browser that registered. */
  password?: string | undefined
  /** The anonymous cookie of the caller's browser. */
  browser: string | undefined
}

/**
 * Activates a registered account. The password of the registration counts only in the browser that
 * typed it; elsewhere the owner of the mailbox chooses one, because anyone may have registered the
 * email (docs/decisions/accounts.md).
 * @throws {Refused} 422 for an unknown, used or expired code
 * @throws {InvalidFields} without a password that is needed; the link stays
 */
export async function confirmEmail(
  services: AuthServices,
  caller: Caller,
  confirmation: Confirmation,
): Promise<void> {
  const { db, config } = services
  const { code } = confirmation
  const { account } = await requireLiveLink(services, code, ['confirm'], caller.address)
  const registration = await findRegistration(db, tokenHash(code))
  if (registration === null) throw new Refused(deadLinkMessage, 422)
  const person = {
    firstName: registration.firstName ?? account.firstName,
    lastName: registration.lastName ?? account.lastName,
    email: registration.email ?? account.email,
  }
  const passwordHash = await chosenHash(
    confirmation,
    registration,
    { ...person, id: account.id },
    config,
  )
  const isActivated = await db.uncheckedTransaction(async (tx) => {
    await useRegistrationLink(tx, account.id, code)
    const owners = await findByEmail(tx, person.email)
    const owner = owners.find((each) => isOtherOwner(each.account, account.id))
    if (owner) {
      await enqueueEmail(tx, alreadyRegisteredEmail(owner.account, config), config)
      return false
    }
    await activateRegistered(tx, account.id, { ...person, passwordHash })
    await recordOwnEvent(tx, caller, account.id, 'account.activated')
    return true
  })
  // The person became a member meanwhile, for example by an import.
  if (!isActivated) throw new Refused(deadLinkMessage, 422)
}

async function chosenHash(
  { password = '', browser }: Confirmation,
  registration: { browserHash: string | null; passwordHash: string | null },
  person: { id: number; firstName: string; lastName: string; email: string },
  config: Config,
): Promise<string> {
  if (password !== '') {
    const broken = passwordErrors(password, { ...person, rut: null }, config)
    if (broken.length > 0) throw new InvalidFields({ password: broken })
    return hashPassword(password, linkHashes(person.id))
  }
  const { browserHash, passwordHash } = registration
  const isSameBrowser = browser !== undefined && browserHash === tokenHash(browser)
  if (!isSameBrowser || passwordHash === null) {
    throw new InvalidFields({ password: [userFormMessages.password] })
  }
  return passwordHash
}

/** Locks the account before its links, as everywhere, and ends the links of its other registrations. */
async function useRegistrationLink(tx: Transaction, userId: number, code: string): Promise<void> {
  const account = await lockActive(tx, userId)
  const isInUse = account?.isActive && account.isActivated
  if (!account || isInUse || !(await useLink(tx, code))) throw new Refused(deadLinkMessage, 422)
  await endLinks(tx, userId)
  await deleteRegistration(tx, tokenHash(code))
}

/** Whether this account, with the same email, prevents `id` from being registered: it is in use. */
function isOtherOwner(account: Account, id: number | null): boolean {
  return account.id !== id && (account.rut !== null || account.isActive)
}

async function recordOwnEvent(
  tx: Transaction,
  caller: Caller,
  userId: number,
  action: 'account.registered' | 'account.activated',
): Promise<void> {
  const about = { object: { type: 'user', id: userId }, subjectId: userId }
  await recordAuditEvent(tx, { ...anonymous(caller), id: userId }, { action, ...about })
}
