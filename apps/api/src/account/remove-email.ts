import { unprovenEmail } from '@carpeta/domain/people/unproven-email'
import { isEntryRecorded } from '../audit/audit-store.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { endEveryLink } from '../auth/links-store.ts'
import type { Config } from '../config/config.ts'
import type { Transaction } from '../db/client.ts'
import { deleteNonUrgentEmailsTo, enqueueEmail } from '../email/email-queue.ts'
import type { AuditActor } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import type { Account } from '../people/account.ts'
import { deleteInvitation } from '../people/invitations-store.ts'
import { saveDetails } from '../people/users-store.ts'
import { emailRemovedNotice } from './account-emails.ts'

/**
 * Whether the owner may say at the first password that the account's email is not theirs. An account without a rut
 * logs in with it.
 */
export function mayRemoveEmail({ rut, email }: Account): boolean {
  return rut !== null && email !== ''
}

/**
 * Removes an email that somebody else wrote and nobody proved: whoever reads it could choose another password. Former
 * addresses are as unproven, so none can undo a change. The transaction has locked the account.
 * @throws {Refused} when the owner entered before: a temporary password outranks no mailbox
 */
export async function removeEmail(
  tx: Transaction,
  owner: AuditActor,
  account: Account,
  config: Config,
): Promise<void> {
  const { id, email } = account
  if (await isEntryRecorded(tx, id)) throw new Refused([unprovenEmail.entered])
  await saveDetails(tx, id, { email: '' })
  await endEveryLink(tx, id)
  await deleteInvitation(tx, id)
  await deleteNonUrgentEmailsTo(tx, account, config)
  await enqueueEmail(tx, emailRemovedNotice({ email }, config), config)
  await recordAuditEvent(tx, owner, {
    action: 'email.changed',
    object: { type: 'user', id },
    subjectId: id,
    before: { email },
    after: { email: '' },
  })
}
