import type { SecondFactorMethod } from '@carpeta/domain/access/second-factor-rules'
import { unscheduleOf } from '../announcements/publication.ts'
import { endAccessPreparedBy } from '../auth/prepared-access.ts'
import { deleteFactors } from '../auth/second-factor-store.ts'
import { deleteSessionsOf } from '../auth/sessions-store.ts'
import type { Transaction } from '../db/client.ts'
import { endDueCalendar } from '../due-calendar/due-calendar.ts'
import type { AuditActor } from '../http/caller.ts'
import { revokeTokensOf } from '../imports/import-tokens.ts'
import { deleteInvitation } from '../people/invitations-store.ts'
import { revokeAccessesGivenBy } from '../sales/sale-accesses.ts'
import { forgetDevices } from '../throttle/throttle-store.ts'
import { restoreEmailPreferences } from './email-preferences.ts'

/** For so long a thief may have been in the account before the owner heard of it. */
const SILENT_HOURS = 72

// All that a thief may leave in an account, in one place for every way of taking it back. The password and the links
// are each way's own: it leads to new ones.

/**
 * Ends what opens the account or acts for it, however old: nobody can tell which of it a thief made.
 * @returns the factors that the user had
 */
export async function endKeys(
  tx: Transaction,
  actor: AuditActor,
  userId: number,
): Promise<SecondFactorMethod[]> {
  await deleteSessionsOf(tx, userId)
  await deleteInvitation(tx, userId)
  await forgetDevices(tx, userId)
  await revokeTokensOf(tx, actor, userId)
  await endDueCalendar(tx, actor, userId)
  return deleteFactors(tx, userId)
}

/**
 * Ends what a thief gave others or prepared in their accounts, and sends the owner again what the thief may have silenced,
 * also in the days before: what the owner heard of may be the last thing that he did.
 */
export async function endGifts(
  tx: Transaction,
  actor: AuditActor,
  heard: { userId: number; since: Date },
): Promise<void> {
  const { userId } = heard
  const given = { userId, since: new Date(heard.since.getTime() - SILENT_HOURS * 3_600_000) }
  await revokeAccessesGivenBy(tx, actor, given)
  await endAccessPreparedBy(tx, actor, userId)
  await unscheduleOf(tx, actor, given)
  await restoreEmailPreferences(tx, given)
}
