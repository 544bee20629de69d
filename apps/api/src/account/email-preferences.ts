import type { preferencesSchema } from '@carpeta/contract/account'
import type { z } from 'zod'
import { listChanges } from '../audit/audit-store.ts'
import { changedFacts, recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import {
  type EmailPreferences,
  findEmailPreferences,
  saveEmailPreferences,
} from '../people/email-preferences-store.ts'
import { countDone, type RateLimits } from '../throttle/rate-limits.ts'

type Preferences = z.infer<typeof preferencesSchema>

export async function readEmailPreferences(
  db: Database | Transaction,
  userId: number,
): Promise<Preferences> {
  return present(await findEmailPreferences(db, userId))
}

/** Recorded, since a thief may silence what would tell the owner. Fields that are missing keep their values. */
export async function changeEmailPreferences(
  { db, limits }: { db: Database; limits: RateLimits },
  caller: SignedInCaller,
  sent: Partial<Preferences>,
): Promise<Preferences> {
  const { id } = caller.user
  const change = async (tx: Transaction, caller: SignedInCaller) => {
    const before = await readEmailPreferences(tx, id)
    await save(tx, id, sent)
    const facts = changedFacts(before, await readEmailPreferences(tx, id))
    if (Object.keys(facts.after).length === 0) return null
    const object = { type: 'user', id }
    const action = 'email_preferences.changed'
    await recordAuditEvent(tx, caller, { action, object, subjectId: id, ...facts })
    return facts
  }
  await countDone(limits.emailPreferences, id, () =>
    callerTransaction(db, caller, change, { lock: 'update' }),
  )
  return readEmailPreferences(db, id)
}

/**
 * For an owner who takes the account back: as they were then, which only the audit log knows, but for the emails of
 * requests, which are on.
 */
export async function restoreEmailPreferences(
  tx: Transaction,
  { userId, since }: { userId: number; since: Date },
): Promise<void> {
  const action = 'email_preferences.changed'
  const changes = await listChanges(tx, { action, subjectId: userId, since })
  // The oldest change has the former value.
  const former = Object.assign({}, ...changes.map(({ before }) => before).toReversed())
  const isKnown = ([, value]: [string, unknown]) => ['boolean', 'number'].includes(typeof value)
  const known: Partial<Preferences> = Object.fromEntries(Object.entries(former).filter(isKnown))
  await save(tx, userId, { ...known, request_letters: true })
}

async function save(tx: Transaction, userId: number, sent: Partial<Preferences>): Promise<void> {
  await saveEmailPreferences(tx, userId, {
    wantsRequestEmails: sent.request_letters,
    wantsAnnouncementEmails: sent.announcement_emails,
    wantsDeedEmails: sent.deed_emails,
    wantsPaymentEmails: sent.payment_emails,
    wantsDueEmails: sent.due_emails,
    reminderDays: sent.due_days,
  })
}

function present(preferences: EmailPreferences): Preferences {
  return {
    request_letters: preferences.wantsRequestEmails,
    announcement_emails: preferences.wantsAnnouncementEmails,
    deed_emails: preferences.wantsDeedEmails,
    payment_emails: preferences.wantsPaymentEmails,
    due_emails: preferences.wantsDueEmails,
    due_days: preferences.reminderDays,
  }
}
