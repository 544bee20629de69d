import { emailReplacedNotice } from '../../account/account-emails.ts'
import { endLinks } from '../../account/links/links-store.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Config } from '../../config/config.ts'
import type { Transaction } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import type { Caller } from '../../http/caller.ts'
import { updateUser } from '../changes/user-changes-store.ts'
import { deleteInvitation } from '../invitations/invitations-store.ts'
import type { Account } from '../present-user.ts'

/** Changes the email of an account at once. Links and invitations to the old one end. */
export async function replaceEmail(
  tx: Transaction,
  caller: Caller,
  { account, newEmail: email }: { account: Account; newEmail: string },
  config: Config,
): Promise<void> {
  await updateUser(tx, account.id, { email })
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
