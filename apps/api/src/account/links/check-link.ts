import { deadLinkMessage } from '@carpeta/domain/errors/error-messages'
import type { Database } from '../../db/client.ts'
import type { Caller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { findLink, type Link, type LinkPurpose } from './links-store.ts'

export interface LinkState {
  can_restore_password: boolean
  is_active: boolean
}

/**
 * Tells what a link is for. A used activation link of an active account leads a second click to the
 * login; every other dead link answers the same 422 (docs/security.md 1.5).
 * @throws {Refused} 422
 */
export async function checkLink(
  { db, limits }: { db: Database; limits: RateLimits },
  { address }: Caller,
  token: string,
): Promise<LinkState> {
  await limits.linkFailures.requireRemaining(address)
  const link = await findLink(db, token)
  if (link?.purpose === 'restore' && !link.isUsed) {
    return { can_restore_password: true, is_active: true }
  }
  if (link?.purpose === 'activate') return { can_restore_password: false, is_active: link.isUsed }
  await limits.linkFailures.tryConsume(address)
  throw new Refused(deadLinkMessage, 422)
}

/** Finds an unused link of one of these purposes. @throws {Refused} 422 */
export async function requireLiveLink(
  { db, limits }: { db: Database; limits: RateLimits },
  token: string,
  purposes: LinkPurpose[],
  address: string,
): Promise<Link> {
  await limits.linkFailures.requireRemaining(address)
  const link = await findLink(db, token)
  if (link && !link.isUsed && purposes.includes(link.purpose)) return link
  await limits.linkFailures.tryConsume(address)
  throw new Refused(deadLinkMessage, 422)
}
