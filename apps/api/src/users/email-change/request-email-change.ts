import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Config } from '../../config/config.ts'
import type { Transaction } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import type { Caller } from '../../http/caller.ts'
import { InvalidFields } from '../../http/errors.ts'
import { randomToken, tokenHash } from '../../http/tokens.ts'
import { findTakenFields } from '../changes/user-changes-store.ts'
import type { Account } from '../present-user.ts'
import { touchAccount } from '../users-store.ts'
import { confirmNewEmail, emailChangeNotice } from './email-change-emails.ts'
import { endPendingChange, insertEmailChange } from './email-changes-store.ts'

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
  await endPendingChange(tx, userId)
  await insertEmailChange(tx, {
    userId,
    oldEmail,
    newEmail,
    confirmHash: tokenHash(confirmToken),
    revertHash: tokenHash(revertToken),
  })
  await touchAccount(tx, userId)
  await enqueueEmail(
    tx,
    confirmNewEmail({ ...account, email: newEmail }, confirmToken, config),
    config,
  )
  await enqueueEmail(tx, emailChangeNotice(account, revertToken, config), config)
  await recordAuditEvent(tx, caller, {
    action: 'email.change_requested',
    object: { type: 'user', id: userId },
    subjectId: userId,
    before: { email: oldEmail },
    after: { email: newEmail },
  })
}
