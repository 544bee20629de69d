import { isEmailChangePending } from '@carpeta/domain/people/email-change-rules'
import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { endLinks } from '../../account/links/links-store.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import { anonymous, type Caller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { randomToken, tokenHash } from '../../http/tokens.ts'
import { deleteInvitation } from '../invitations/invitations-store.ts'
import { saveDetails } from '../users-store.ts'
import { emailChangedNotice } from './email-change-emails.ts'
import { confirmChange, findByConfirmHash } from './email-changes-store.ts'
import { type EmailChangeServices, withLockedChange } from './with-locked-change.ts'

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
  const link = { token, find: findByConfirmHash, isLive: isEmailChangePending }
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
