import { changedFacts } from '../../audit/audit-event.ts'
import { recordAuditEvent, recordAuditedRead } from '../../audit/record-audit-event.ts'
import type { Config } from '../../config/config.ts'
import type { Transaction } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import type { Caller, SignedInCaller } from '../../http/caller.ts'
import { resetAccountAttempts } from '../../throttle/login-attempts-store.ts'
import { replaceEmail } from '../email-change/replace-email.ts'
import { requestEmailChange } from '../email-change/request-email-change.ts'
import type { Account } from '../present-user.ts'
import { recordTemporaryPassword } from '../temporary-passwords/record-temporary-password.ts'
import { endAccess } from './end-access.ts'
import { userAuditFacts } from './user-audit-facts.ts'
import { rutChangedEmail, temporaryPasswordEmail } from './user-emails.ts'

interface Change {
  before: Account
  after: Account
  setsPassword: boolean
  /** Another email, which is not saved yet. */
  newEmail: string | undefined
}

/** Ends links and sessions, notifies the owner, records the change and starts that of the email. */
export async function finishChange(
  tx: Transaction,
  caller: SignedInCaller,
  change: Change,
  config: Config,
): Promise<void> {
  const { before, after, setsPassword, newEmail } = change
  const isDeactivated = before.isActive && !after.isActive
  if (setsPassword || isDeactivated) await endAccess(tx, after.id)
  // Failed logins may be the reason for the new password: it must work at once.
  if (setsPassword) await resetAccountAttempts(tx, after)
  await notifyOwner(tx, change, config)
  await recordChange(tx, caller, change)
  if (newEmail === undefined) return
  // The mailbox of an account that nobody activated is confirmed by its activation link.
  const start = before.isActivated ? requestEmailChange : replaceEmail
  await start(tx, caller, { account: after, newEmail }, config)
}

async function notifyOwner(
  tx: Transaction,
  { before, after, setsPassword, newEmail }: Change,
  config: Config,
): Promise<void> {
  // A new address that nobody has confirmed hears nothing about an activated account.
  const isReplaced = newEmail !== undefined && !before.isActivated
  for (const email of isReplaced ? [before.email, newEmail] : [before.email]) {
    const owner = { ...after, email }
    if (after.rut !== before.rut) await enqueueEmail(tx, rutChangedEmail(owner, config), config)
    if (setsPassword) await enqueueEmail(tx, temporaryPasswordEmail(owner, config), config)
  }
}

async function recordChange(
  tx: Transaction,
  caller: Caller,
  { before, after, setsPassword, newEmail }: Change,
): Promise<void> {
  const about = { object: { type: 'user', id: after.id }, subjectId: after.id }
  if (setsPassword) await recordTemporaryPassword(tx, caller, after.id)
  const facts = changedFacts(userAuditFacts(before), userAuditFacts(after))
  if (Object.keys(facts.after).length > 0) {
    await recordAuditEvent(tx, caller, { action: 'user.changed', ...about, ...facts })
  } else if (!setsPassword && newEmail === undefined) {
    // Nothing changed, but the answer shows the account, so it counts as a read.
    await recordAuditedRead(tx, caller, about.object, after.id)
  }
}
