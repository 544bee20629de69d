import type { User } from '@carpeta/contract/auth/auth-schemas'
import type { saveUser } from '@carpeta/contract/users/users-schemas'
import { can } from '@carpeta/domain/access/permissions'
import { canonicalRut } from '@carpeta/domain/people/rut'
import { mayAssignGroups } from '@carpeta/domain/people/user-rules'
import type { z } from 'zod'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { hashPassword } from '../../auth/passwords.ts'
import type { Database, Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { assignGroups } from '../groups/assign-groups.ts'
import { enqueueInvitation } from '../invitations/invite-user.ts'
import { presentUser } from '../present-user.ts'
import { lockActive } from '../users-store.ts'
import { refuseTaken, refuseWrong } from './refuse-taken.ts'
import { factsOf } from './user-audit-facts.ts'
import { insertUser } from './user-changes-store.ts'
import { brokenFields } from './validate-user-form.ts'

/**
 * Opens an account with a password, or with an invitation to choose one. Groups are a superuser's
 * to give; from anybody else they are ignored (wire.md §10). @throws {InvalidFields}
 */
export async function createUser(
  { db }: { db: Database },
  caller: SignedInCaller,
  form: z.infer<typeof saveUser>,
): Promise<User> {
  const { invite } = form
  const filled = {
    first_name: form.first_name.trim(),
    last_name: form.last_name.trim(),
    email: form.email.trim(),
    social_security: form.profile.social_security ?? '',
    // Who is invited chooses his own, whatever was typed before the switch was set.
    password: invite ? '' : form.password,
  }
  const fields = brokenFields(filled, { isNew: true, invite })
  await refuseWrong(db, fields, filled, null)

  const columns = {
    firstName: filled.first_name,
    lastName: filled.last_name,
    email: filled.email,
    rut: canonicalRut(filled.social_security),
    passwordHash: invite ? null : await hashPassword(filled.password),
    // An invitation to an account that is switched off would lead nowhere.
    isActive: invite || !can(caller.user, 'users.manage_users') || (form.is_active ?? true),
  }
  return refuseTaken(() =>
    db.transaction(async (tx) => {
      const id = await insertUser(tx, columns)
      if (form.group_ids && mayAssignGroups(caller.user, id)) {
        await assignGroups(tx, { id, groups: [] }, form.group_ids)
      }
      const created = await recordCreation(tx, caller, id)
      if (invite) await enqueueInvitation(tx, caller, id)
      return created
    }),
  )
}

async function recordCreation(tx: Transaction, caller: SignedInCaller, id: number): Promise<User> {
  const account = await lockActive(tx, id)
  if (!account) throw new Error('a row that was just written is not there')
  await recordAuditEvent(tx, caller, {
    action: 'user.created',
    object: { type: 'user', id },
    subjectId: id,
    after: factsOf(account),
  })
  return presentUser(account)
}
