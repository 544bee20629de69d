import type { User } from '@carpeta/contract/auth/auth-schemas'
import type { saveUser } from '@carpeta/contract/users/users-schemas'
import { can } from '@carpeta/domain/access/permissions'
import { canonicalRut } from '@carpeta/domain/people/rut'
import { mayAssignGroups } from '@carpeta/domain/people/user-rules'
import type { z } from 'zod'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import { hashPassword, userHashes } from '../../auth/passwords.ts'
import { requireRecentAuthentication } from '../../auth/reauthentication/require-recent-authentication.ts'
import type { Config } from '../../config/config.ts'
import type { Database, Transaction } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { assignGroups } from '../groups/assign-groups.ts'
import { enqueueInvitation } from '../invitations/invite-user.ts'
import { type Account, presentUser } from '../present-user.ts'
import { recordTemporaryPassword } from '../temporary-passwords/record-temporary-password.ts'
import { lockActive, temporaryPasswordUntil } from '../users-store.ts'
import { refuseTakenLogin, requireValidFields } from './refuse-taken.ts'
import { userAuditFacts } from './user-audit-facts.ts'
import { insertUser } from './user-changes-store.ts'
import { accountOpenedEmail } from './user-emails.ts'
import { fieldErrors } from './validate-user-form.ts'

/**
 * Creates an account with a temporary password, or with an invitation to choose one. Groups need a superuser
 * and are ignored from other staff.
 * @throws {InvalidFields}
 * @throws {Refused} 403 for groups or a password without a recent authentication
 */
export async function createUser(
  { db, config }: { db: Database; config: Config },
  caller: SignedInCaller,
  form: z.infer<typeof saveUser>,
): Promise<User> {
  const { invite } = form
  const filled = {
    first_name: form.first_name.trim(),
    last_name: form.last_name.trim(),
    email: form.email.trim(),
    social_security: form.profile.social_security ?? '',
    // An invited user chooses the password; the form may still send one.
    password: invite ? '' : form.password,
  }
  const fields = fieldErrors(filled, { isNew: true, invite }, config)
  await requireValidFields(db, fields, filled, null)

  const columns = {
    firstName: filled.first_name,
    lastName: filled.last_name,
    email: filled.email,
    rut: canonicalRut(filled.social_security),
    passwordHash: invite ? null : await hashPassword(filled.password, userHashes(caller.id)),
    temporaryPasswordUntil: invite ? null : temporaryPasswordUntil,
    // The link of an invitation does not work for an inactive account.
    isActive: invite || !can(caller.user, 'users.manage_users') || (form.is_active ?? true),
  }
  return refuseTakenLogin(() =>
    callerTransaction(db, caller, async (tx, caller) => {
      if (!invite) await requireRecentAuthentication(tx, caller)
      const id = await insertUser(tx, columns)
      if (form.group_ids && mayAssignGroups(caller.user, id)) {
        await assignGroups(tx, caller, { id, groups: [] }, form.group_ids)
      }
      const created = await recordCreation(tx, caller, id)
      if (invite) await enqueueInvitation(tx, caller, id)
      else await announceTemporaryPassword(tx, caller, created, config)
      return presentUser(created)
    }),
  )
}

/** The email does not hold the password: staff hand it over. */
async function announceTemporaryPassword(
  tx: Transaction,
  caller: SignedInCaller,
  account: Account,
  config: Config,
): Promise<void> {
  await recordTemporaryPassword(tx, caller, account.id)
  await enqueueEmail(tx, accountOpenedEmail(account, config), config)
}

async function recordCreation(
  tx: Transaction,
  caller: SignedInCaller,
  id: number,
): Promise<Account> {
  const account = await lockActive(tx, id)
  if (!account) throw new Error('the new account has no row')
  await recordAuditEvent(tx, caller, {
    action: 'user.created',
    object: { type: 'user', id },
    subjectId: id,
    after: userAuditFacts(account),
  })
  return account
}
