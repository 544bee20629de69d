import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Config } from '../../config/config.ts'
import type { Transaction } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import { anonymous, type Caller } from '../../http/caller.ts'
import { randomToken, tokenHash } from '../../http/tokens.ts'
import { rememberDevice } from '../../throttle/known-devices-store.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import type { Account } from '../../users/account.ts'
import { describeDevice, describePlace } from '../describe-session.ts'
import { deleteSession, insertSession } from '../sessions-store.ts'
import { newDeviceEmail } from './sessions-emails.ts'

/**
 * Counts a login that opens a session, by whatever factor. An account has far fewer in an hour than the
 * limit, and a thief of its password cannot keep the portal busy with it.
 * @param open resolves to null when it opened none @throws {Throttled}
 */
export async function countLogin<Opened>(
  { logins }: Pick<RateLimits, 'logins'>,
  userId: number,
  open: () => Promise<Opened | null>,
): Promise<Opened | null> {
  const key = String(userId)
  await logins.consume(key)
  let opened: Opened | null = null
  try {
    opened = await open()
  } finally {
    if (opened === null) await logins.refund(key)
  }
  return opened
}

/** Opens a session of an account that proved who it is; the transaction has locked the account. */
export async function openSession(
  tx: Transaction,
  config: Config,
  caller: Caller,
  { account, device: presented }: { account: Account; device: string | null },
): Promise<{ sessionId: string; device: string }> {
  const sessionId = randomToken()
  const device = presented ?? randomToken()
  const { userAgent, address } = caller
  if (await rememberDevice(tx, account.id, tokenHash(device))) {
    const where = { device: describeDevice(userAgent), place: describePlace(address) }
    await enqueueEmail(tx, newDeviceEmail(account, config, where), config)
  }
  // A login ends the session that the browser already has (ASVS 7.2.4).
  if (caller.sessionHash) await deleteSession(tx, caller.sessionHash)
  await insertSession(tx, { idHash: tokenHash(sessionId), userId: account.id, userAgent, address })
  const owner = { ...anonymous(caller), id: account.id }
  await recordAuditEvent(tx, owner, { action: 'session.login', subjectId: account.id })
  return { sessionId, device }
}
