import type { Config } from '../../config/config.ts'
import type { Database, Transaction } from '../../db/client.ts'
import type { Mailer } from '../../email/mailer.ts'
import { openLetter, sealLetter } from '../../email/sealed-email.ts'
import { randomToken, tokenHash } from '../../http/tokens.ts'
import { queueJob } from '../../jobs/jobs-store.ts'
import { type Addressee, confirmationLetter, restoreLetter } from '../account-emails.ts'
import { insertLink, restartLink, WEEK_MINUTES } from './links-store.ts'

export const POST_LINK = 'post_link'

const kinds = {
  restore: { lifeMinutes: 60, letter: restoreLetter },
  confirm: { lifeMinutes: WEEK_MINUTES, letter: confirmationLetter },
}

/** A fresh link and the letter that carries it; an account without an e-mail gets neither. */
export async function sendLink(
  tx: Transaction,
  purpose: keyof typeof kinds,
  account: Addressee & { id: number },
  config: Config,
): Promise<void> {
  if (account.email === '') return
  const { lifeMinutes, letter } = kinds[purpose]
  const token = randomToken()
  await insertLink(tx, { token, userId: account.id, purpose, lifeMinutes })
  const sealed = sealLetter(letter(account, token, config), config.secretKey)
  await queueJob(tx, POST_LINK, { sealed, link: tokenHash(token) } satisfies LinkLetter)
}

export interface LinkLetter {
  sealed: string
  /** The hash of its token. */
  link: string
}

/** The job that posts it: an hour is an hour from now. A link that died meanwhile is not sent. */
export async function postLink(
  { db, config, mailer }: { db: Database; config: Config; mailer: Mailer },
  { sealed, link }: LinkLetter,
): Promise<void> {
  if (!(await restartLink(db, link))) return
  await mailer(openLetter(sealed, config.secretKey))
}
