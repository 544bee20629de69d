import type { Config } from '../config.ts'
import type { Transaction } from '../db/client.ts'
import { randomToken } from '../http/tokens.ts'
import { queueLetter } from '../mail/queue-letter.ts'
import { activationLetter, restoreLetter } from './letters.ts'
import { insertLink } from './links-store.ts'

const WEEK_MINUTES = 7 * 24 * 60
const HOUR_MINUTES = 60

interface Addressee {
  id: number
  firstName: string
  email: string
}

/** A fresh activation link, good for 7 days, and the letter that carries it. */
export async function sendActivation(
  tx: Transaction,
  account: Addressee,
  config: Config,
): Promise<void> {
  const token = randomToken()
  await insertLink(tx, {
    token,
    userId: account.id,
    purpose: 'activate',
    lifeMinutes: WEEK_MINUTES,
  })
  await queueLetter(tx, activationLetter(account, token, config), config)
}

/** A fresh restore link, good for 1 hour, and the letter that carries it. */
export async function sendRestore(
  tx: Transaction,
  account: Addressee,
  config: Config,
): Promise<void> {
  const token = randomToken()
  await insertLink(tx, {
    token,
    userId: account.id,
    purpose: 'restore',
    lifeMinutes: HOUR_MINUTES,
  })
  await queueLetter(tx, restoreLetter(account, token, config), config)
}
