import { deadLinkMessage } from '@carpeta/domain/errors/error-messages'
import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { hashPassword, userHashes } from '../../auth/passwords.ts'
import type { Config } from '../../config/config.ts'
import type { Transaction } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import { anonymous, type Caller } from '../../http/caller.ts'
import { InvalidFields, Refused } from '../../http/errors.ts'
import { tokenHash } from '../../http/tokens.ts'
import { activateRegistered, findByEmail, lockActive } from '../../users/users-store.ts'
import { alreadyRegisteredEmail } from '../account-emails.ts'
import { requireLiveLink } from '../links/check-link.ts'
import { endLinks, useLink } from '../links/links-store.ts'
import type { AccountServices } from '../links/set-password.ts'
import { passwordErrors } from '../links/validate-password.ts'
import { isOtherOwner } from './is-other-owner.ts'
import { deleteRegistration, findRegistration } from './registrations-store.ts'

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
  services: AccountServices,
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
  const isActivated = await db.transaction(async (tx) => {
    await useRegistrationLink(tx, account.id, code)
    const owners = await findByEmail(tx, person.email)
    const owner = owners.find((each) => isOtherOwner(each.account, account.id))
    if (owner) {
      await enqueueEmail(tx, alreadyRegisteredEmail(owner.account, config), config)
      return false
    }
    await activateRegistered(tx, account.id, { ...person, passwordHash })
    const about = { object: { type: 'user', id: account.id }, subjectId: account.id }
    await recordAuditEvent(
      tx,
      { ...anonymous(caller), id: account.id },
      { action: 'account.activated', ...about },
    )
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
    return hashPassword(password, userHashes(person.id))
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
