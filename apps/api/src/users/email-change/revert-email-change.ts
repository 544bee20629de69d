import { canRevertEmailChange } from '@carpeta/domain/people/email-change-rules'
import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { endLinks } from '../../account/links/links-store.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { deleteSessionsOf } from '../../auth/sessions-store.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import { anonymous, type Caller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { deleteInvitation } from '../invitations/invitations-store.ts'
import { saveDetails } from '../users-store.ts'
import { emailRevertedNotice } from './email-change-emails.ts'
import { endChangesFrom, findByRevertHash } from './email-changes-store.ts'
import { type EmailChangeServices, withLockedChange } from './with-locked-change.ts'

/**
 * The old address cancels a pending change, or takes the account's email back. An intruder may
 * have asked for the change, so sessions, links and later changes end too.
 * @throws {Refused} 422 for a dead link, 409 when another account without a rut has the old email
 */
export async function revertEmailChange(
  services: EmailChangeServices,
  caller: Caller,
  token: string,
): Promise<void> {
  const { config } = services
  const link = { token, find: findByRevertHash, isLive: canRevertEmailChange }
  await withLockedChange(services, caller, link, async (tx, { account, change }) => {
    const { oldEmail: email } = change
    if (account.email !== email && !(await saveDetails(tx, account.id, { email }))) {
      throw new Refused(userFormMessages.emailTaken, 409)
    }
    await endChangesFrom(tx, change)
    await endLinks(tx, account.id)
    await deleteInvitation(tx, account.id)
    await deleteSessionsOf(tx, account.id)
    for (const address of new Set([email, account.email])) {
      const notice = emailRevertedNotice({ ...account, email: address }, config)
      await enqueueEmail(tx, notice, config)
    }
    await recordAuditEvent(
      tx,
      { ...anonymous(caller), id: account.id },
      {
        action: 'email.change_reverted',
        object: { type: 'user', id: account.id },
        subjectId: account.id,
        before: { email: account.email === email ? change.newEmail : account.email },
        after: { email },
      },
    )
  })
}
