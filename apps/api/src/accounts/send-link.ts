import type { Config } from '../config.ts'
import type { Transaction } from '../db/client.ts'
import { randomToken } from '../http/tokens.ts'
import { queueLetter } from '../mail/queue-letter.ts'
import { activationLetter, restoreLetter } from './letters.ts'
import { insertLink } from './links-store.ts'

const kinds = {
  activate: { lifeMinutes: 7 * 24 * 60, letter: activationLetter },
  restore: { lifeMinutes: 60, letter: restoreLetter },
}

/** A fresh link, good for 7 days to activate or 1 hour to restore, and the letter that carries it. */
export async function sendLink(
  tx: Transaction,
  purpose: keyof typeof kinds,
  account: { id: number; firstName: string; email: string },
  config: Config,
): Promise<void> {
  const { lifeMinutes, letter } = kinds[purpose]
  const token = randomToken()
  await insertLink(tx, { token, userId: account.id, purpose, lifeMinutes })
  await queueLetter(tx, letter(account, token, config), config)
}
