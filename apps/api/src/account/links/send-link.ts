import type { Config } from '../../config/config.ts'
import type { Database, Transaction } from '../../db/client.ts'
import type { Mailer } from '../../email/mailer.ts'
import { openSealedEmail, sealEmail } from '../../email/sealed-email.ts'
import { randomToken, tokenHash } from '../../http/tokens.ts'
import { enqueueJob } from '../../jobs/jobs-store.ts'
import {
  type Addressee,
  activationEmail,
  confirmationEmail,
  restoreEmail,
} from '../account-emails.ts'
import { endOlderLinks, insertLink, restartLink, WEEK_MINUTES } from './links-store.ts'

export const SEND_LINK_EMAIL = 'send_link_email'

const linkKinds = {
  activate: { lifeMinutes: WEEK_MINUTES, message: activationEmail },
  restore: { lifeMinutes: 60, message: restoreEmail },
  confirm: { lifeMinutes: WEEK_MINUTES, message: confirmationEmail },
}

/** Links of one purpose that work at the same time: somebody else's request does not end its owner's. */
const LIVE_LINKS = 3

/**
 * Makes a link and queues its email, unless the account has no email. Anyone can ask for one, so the
 * newest three of a purpose work (docs/security.md 6.28), and those of every registration.
 * @returns the token's hash
 */
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
  if (purpose !== 'confirm') await endOlderLinks(tx, account.id, purpose, LIVE_LINKS - 1)
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
