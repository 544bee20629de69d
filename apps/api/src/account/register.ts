import { isValidEmail } from '@carpeta/domain/access/login-rules'
import { deadLinkMessage, registrationClosedMessage } from '@carpeta/domain/errors/error-messages'
import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { Config } from '../config/config.ts'
import { enqueueEmail } from '../email/enqueue-email.ts'
import { anonymous, type Caller } from '../http/caller.ts'
import { InvalidFields, Refused } from '../http/errors.ts'
import { activateUser, findByEmail, upsertRegistration } from '../users/users-store.ts'
import { alreadyRegisteredEmail } from './account-emails.ts'
import { requireLiveLink } from './links/check-link.ts'
import { useLink } from './links/links-store.ts'
import { enqueueLinkEmail } from './links/send-link.ts'
import type { AccountServices } from './links/set-password.ts'
import { passwordErrors } from './links/validate-password.ts'

interface Registration {
  name: string
  last_name: string
  email: string
  password: string
}

/** Runs before the body is validated. @throws {Refused} 403 */
export function requireOpenRegistration({
  registrationOpen,
}: Pick<Config, 'registrationOpen'>): void {
  if (!registrationOpen) throw new Refused(registrationClosedMessage, 403)
}

/**
 * Registers a person by email. The answer is the same for an email that has an account, and only the
 * email that is sent tells them apart (docs/security.md 1.6).
 * @throws {InvalidFields}
 */
export async function register(
  { db, config, limits }: AccountServices,
  caller: Caller,
  { name, last_name, email, password }: Registration,
): Promise<void> {
  const person = {
    rut: null,
    firstName: name.trim(),
    lastName: last_name.trim(),
    email: email.trim(),
  }
  const fields = fieldErrors(person, password)
  if (Object.keys(fields).length > 0) throw new InvalidFields(fields)
  await limits.emailRequests.consume(caller.address)

  const passwordHash = await hashPassword(password)
  const members = await findByEmail(db, person.email)
  const member = members.find(({ account }) => account.rut !== null || account.isActive)
  await db.transaction(async (tx) => {
    const userId = member ? null : await upsertRegistration(tx, { ...person, passwordHash })
    if (userId === null) {
      await enqueueEmail(tx, alreadyRegisteredEmail(member?.account ?? person, config), config)
      return
    }
    await enqueueLinkEmail(tx, 'confirm', { ...person, id: userId }, config)
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
): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  if (person.firstName === '') fields.name = [userFormMessages.firstName]
  if (person.lastName === '') fields.last_name = [userFormMessages.lastName]
  if (!isValidEmail(person.email)) fields.email = [userFormMessages.emailInvalid]
  const broken = passwordErrors(password, person)
  if (broken.length > 0) fields.password = broken
  return fields
}

/** @throws {Refused} 422 for an unknown, used or expired code */
export async function confirmEmail(
  services: AccountServices,
  caller: Caller,
  code: string,
): Promise<void> {
  const { account } = await requireLiveLink(services, code, ['confirm'], caller.address)
  await services.db.transaction(async (tx) => {
    await activateUser(tx, account.id)
    if (!(await useLink(tx, code))) throw new Refused(deadLinkMessage, 422)
    const about = { object: { type: 'user', id: account.id }, subjectId: account.id }
    await recordAuditEvent(
      tx,
      { ...anonymous(caller), id: account.id },
      { action: 'account.activated', ...about },
    )
  })
}
