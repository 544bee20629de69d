import { emailChangedNotice } from '../../account/account-emails.ts'
import { endLinks } from '../../account/links/links-store.ts'
import { changedFacts } from '../../audit/changed-facts.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { recordAuditedRead } from '../../audit/record-audited-read.ts'
import type { Config } from '../../config/config.ts'
import type { Transaction } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import type { Caller, SignedInCaller } from '../../http/caller.ts'
import { resetAccountAttempts } from '../../throttle/login-attempts-store.ts'
import { deleteInvitation } from '../invitations/invitations-store.ts'
import type { Account } from '../present-user.ts'
import { endAccess } from './end-access.ts'
import { userAuditFacts } from './user-audit-facts.ts'
import { passwordSetByStaffEmail, rutChangedEmail } from './user-emails.ts'

interface Change {
  before: Account
  after: Account
  setsPassword: boolean
}

/** Ends links and sessions, notifies the owner and records the change. */
export async function finishChange(
  tx: Transaction,
  caller: SignedInCaller,
  change: Change,
  config: Config,
): Promise<void> {
  const { before, after, setsPassword } = change
  const isDeactivated = before.isActive && !after.isActive
  if (setsPassword || isDeactivated) await endAccess(tx, after.id)
  if (after.email !== before.email) {
    await endLinks(tx, after.id)
    await deleteInvitation(tx, after.id)
  }
  // Failed logins may be the reason for the new password: it must work at once.
  if (setsPassword) await resetAccountAttempts(tx, after)
  await notifyOwner(tx, change, config)
  await recordChange(tx, caller, change)
}

/** Writes to both addresses, so that a changed email does not hide the other changes. */
async function notifyOwner(
  tx: Transaction,
  { before, after, setsPassword }: Change,
  config: Config,
): Promise<void> {
  if (after.email !== before.email) {
    await enqueueEmail(tx, emailChangedNotice(before, config), config)
  }
  for (const email of new Set([before.email, after.email])) {
    const owner = { ...after, email }
    if (after.rut !== before.rut) await enqueueEmail(tx, rutChangedEmail(owner, config), config)
    if (setsPassword) await enqueueEmail(tx, passwordSetByStaffEmail(owner, config), config)
  }
}

async function recordChange(
  tx: Transaction,
  caller: Caller,
  { before, after, setsPassword }: Change,
): Promise<void> {
  const about = { object: { type: 'user', id: after.id }, subjectId: after.id }
  if (setsPassword) await recordAuditEvent(tx, caller, { action: 'password.changed', ...about })
  const facts = changedFacts(userAuditFacts(before), userAuditFacts(after))
  if (Object.keys(facts.after).length > 0) {
    await recordAuditEvent(tx, caller, { action: 'user.changed', ...about, ...facts })
  } else if (!setsPassword) {
    // Nothing changed, but the answer shows the account, so it counts as a read.
    await recordAuditedRead(tx, caller, about.object, after.id)
  }
}
