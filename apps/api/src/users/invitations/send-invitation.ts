import { activationEmail } from '../../account/account-emails.ts'
import { endOlderLinks, insertLink, WEEK_MINUTES } from '../../account/links/links-store.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import { EmailRejected, type Mailer } from '../../email/mailer.ts'
import { randomToken } from '../../http/tokens.ts'
import { lockInvitee, type QueuedInvitation, recordDelivery } from './invitations-store.ts'

export const SEND_INVITATION = 'send_invitation'

/**
 * Sends an activation email. The link is made here, so that it lives seven days from now and the queue
 * holds no secret; it replaces earlier ones. Records the outcome on the account; a permanent refusal is not retried.
 */
export async function sendInvitation(
  { db, config, mailer }: { db: Database; config: Config; mailer: Mailer },
  invitation: QueuedInvitation,
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  const token = randomToken()
  const account = await db.transaction(async (tx) => {
    const invitee = await lockInvitee(tx, invitation)
    if (!invitee) return null
    await endOlderLinks(tx, invitee.id, 'activate', 0)
    const link = { token, userId: invitee.id, lifeMinutes: WEEK_MINUTES }
    await insertLink(tx, { ...link, purpose: 'activate' })
    return invitee
  })
  // An earlier invitation activated the account while this one waited.
  if (!account) return recordDelivery(db, invitation, null)
  try {
    await mailer(activationEmail(account, token, config))
  } catch (error) {
    const isRefused = error instanceof EmailRejected
    if (isRefused || isLastAttempt)
      await recordDelivery(db, invitation, 'failed', failureMessage(error))
    if (isRefused) return
    throw error
  }
  await recordDelivery(db, invitation, 'sent')
}

/** The message of the mail server, cut to the length of the column. */
export function failureMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/\p{Cc}+/gu, ' ').slice(0, 500)
}
