import { isValidEmail } from '@carpeta/domain/access/login-rules'
import { registrationClosedMessage } from '@carpeta/domain/errors/error-messages'
import { personNameError, userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { hashPassword } from '../../auth/passwords.ts'
import type { Config } from '../../config/config.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import { anonymous, type Caller } from '../../http/caller.ts'
import { InvalidFields, Refused } from '../../http/errors.ts'
import { tokenHash } from '../../http/tokens.ts'
import { findByEmail, upsertUnconfirmed } from '../../users/users-store.ts'
import { alreadyRegisteredEmail } from '../account-emails.ts'
import { enqueueLinkEmail } from '../links/send-link.ts'
import type { AccountServices } from '../links/set-password.ts'
import { passwordErrors } from '../links/validate-password.ts'
import { isOtherOwner } from './is-other-owner.ts'
import { insertRegistration } from './registrations-store.ts'

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
 * @throws {InvalidFields}
 */
export async function register(
  { db, config, limits }: AccountServices,
  caller: Caller,
  { name, last_name, email, password, browser }: Registration,
): Promise<void> {
  const person = {
    rut: null,
    firstName: name.trim(),
    lastName: last_name.trim(),
    email: email.trim(),
  }
  const fields = fieldErrors(person, password, config)
  if (Object.keys(fields).length > 0) throw new InvalidFields(fields)
  await limits.emailRequests.consume(caller.address)

  const { rut: _none, ...typed } = person
  const passwordHash = await hashPassword(password, caller.address)
  const owners = await findByEmail(db, person.email)
  await db.transaction(async (tx) => {
    const owner = owners.find(({ account }) => isOtherOwner(account, null))
    const userId = owner ? null : await upsertUnconfirmed(tx, person)
    if (userId === null) {
      await enqueueEmail(tx, alreadyRegisteredEmail(owner?.account ?? person, config), config)
      return
    }
    const linkHash = await enqueueLinkEmail(tx, 'confirm', { ...person, id: userId }, config)
    const browserHash = browser === undefined ? null : tokenHash(browser)
    await insertRegistration(tx, linkHash, { ...typed, passwordHash, browserHash })
    const about = { object: { type: 'user', id: userId }, subjectId: userId }
    await recordAuditEvent(
      tx,
      { ...anonymous(caller), id: userId },
      { action: 'account.registered', ...about },
    )
  })
}

function fieldErrors(
  person: { rut: null; firstName: string; lastName: string; email: string },
  password: string,
  config: Config,
): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  const firstName = personNameError(person.firstName, userFormMessages.firstName)
  const lastName = personNameError(person.lastName, userFormMessages.lastName)
  if (firstName !== null) fields.name = [firstName]
  if (lastName !== null) fields.last_name = [lastName]
  if (!isValidEmail(person.email)) fields.email = [userFormMessages.emailInvalid]
  const broken = passwordErrors(password, person, config)
  if (broken.length > 0) fields.password = broken
  return fields
}
