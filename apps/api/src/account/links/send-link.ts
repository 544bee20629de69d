import type { Config } from '../../config/config.ts'
import type { Database, Transaction } from '../../db/client.ts'
import type { Mailer } from '../../email/mailer.ts'
import { openSealedEmail, sealEmail } from '../../email/sealed-email.ts'
import { randomToken, tokenHash } from '../../http/tokens.ts'
import { enqueueJob } from '../../jobs/jobs-store.ts'
import { type Addressee, confirmationEmail, restoreEmail } from '../account-emails.ts'
import { insertLink, restartLink, WEEK_MINUTES } from './links-store.ts'

export const SEND_LINK_EMAIL = 'send_link_email'

const linkKinds = {
  restore: { lifeMinutes: 60, message: restoreEmail },
  confirm: { lifeMinutes: WEEK_MINUTES, message: confirmationEmail },
}

/** Makes a link and queues its email, unless the account has no email. @returns the token's hash */
export async function enqueueLinkEmail(
  tx: Transaction,
  purpose: keyof typeof linkKinds,
  account: Addressee & { id: number },
  config: Config,
): Promise<string> {
  const { lifeMinutes, message } = linkKinds[purpose]
  const token = randomToken()
  const link = tokenHash(token)
  if (account.email === '') return link
  await insertLink(tx, { token, userId: account.id, purpose, lifeMinutes })
  const sealed = sealEmail(message(account, token, config), config.secretKeys)
  await enqueueJob(tx, SEND_LINK_EMAIL, { sealed, link } satisfies LinkEmail)
  return link
}

export interface LinkEmail {
  sealed: string
  /** The hash of the link's token. */
  link: string
}

/** Sends the email and restarts the link's life; skips a link that ended meanwhile. */
export async function sendLinkEmail(
  { db, config, mailer }: { db: Database; config: Config; mailer: Mailer },
  { sealed, link }: LinkEmail,
): Promise<void> {
  if (!(await restartLink(db, link))) return
  await mailer(openSealedEmail(sealed, config.secretKeys))
}
