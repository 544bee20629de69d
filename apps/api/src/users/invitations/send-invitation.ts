import { activationEmail } from '../../account/account-emails.ts'
import { insertLink, WEEK_MINUTES } from '../../account/links/links-store.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import { EmailRejected, type Mailer } from '../../email/mailer.ts'
import { randomToken } from '../../http/tokens.ts'
import { lockInvitee, type QueuedInvitation, recordDelivery } from './invitations-store.ts'

export const SEND_INVITATION = 'send_invitation'

/**
 * The job behind an invitation. The link is made as its letter is posted, so that it is good for
 * seven days from then, and nothing secret waits in the queue. What became of the letter is noted
 * beside the account; one that the mail server refuses for good is not tried again.
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
    const link = { token, userId: invitee.id, lifeMinutes: WEEK_MINUTES }
    await insertLink(tx, { ...link, purpose: 'activate' })
    return invitee
  })
  // Activated by an earlier letter while this one waited.
  if (!account) return recordDelivery(db, invitation, null)
  try {
    await mailer(activationEmail(account, token, config))
  } catch (error) {
    const isRefused = error instanceof EmailRejected
    if (isRefused || isLastAttempt) await recordDelivery(db, invitation, 'failed', wordsOf(error))
    if (isRefused) return
    throw error
  }
  await recordDelivery(db, invitation, 'sent')
}

/** As much of them as a row has room for. */
export function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  return words.replace(/\p{Cc}+/gu, ' ').slice(0, 500)
}
