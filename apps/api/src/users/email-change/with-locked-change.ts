import { deadLinkMessage } from '@carpeta/domain/errors/error-messages'
import type { EmailChange } from '@carpeta/domain/people/email-change-rules'
import type { Config } from '../../config/config.ts'
import type { Database, Transaction } from '../../db/client.ts'
import type { Caller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { tokenHash } from '../../http/tokens.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import type { Account } from '../present-user.ts'
import { lockActive } from '../users-store.ts'
import type { StoredEmailChange } from './email-changes-store.ts'

export interface EmailChangeServices {
  db: Database
  config: Config
  limits: RateLimits
}

interface ChangeLink {
  token: string
  find: (db: Database | Transaction, hash: string) => Promise<StoredEmailChange | null>
  isLive: (change: EmailChange, now: Date) => boolean
}

/**
 * Runs the work of a link with its account locked, which serialises all changes of its email.
 * Unknown tokens count by address. @throws {Refused} 422 for every dead link alike
 */
export async function withLockedChange(
  { db, limits }: EmailChangeServices,
  { address }: Caller,
  { token, find, isLive }: ChangeLink,
  work: (tx: Transaction, found: { account: Account; change: StoredEmailChange }) => Promise<void>,
): Promise<void> {
  await limits.linkFailures.requireRemaining(address)
  const hash = tokenHash(token)
  const unlocked = await find(db, hash)
  const isDone =
    unlocked !== null &&
    (await db.transaction(async (tx) => {
      const account = await lockActive(tx, unlocked.userId)
      const change = await find(tx, hash)
      if (!account?.isActive || !change || !isLive(change, change.now)) return false
      await work(tx, { account, change })
      return true
    }))
  if (isDone) return
  await limits.linkFailures.tryConsume(address)
  throw new Refused(deadLinkMessage, 422)
}
