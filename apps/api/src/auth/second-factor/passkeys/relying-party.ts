import { createHash } from 'node:crypto'
import type { Config } from '../../../config/config.ts'
import { senderOf } from '../../../email/sender.ts'

/** EdDSA, ES256 and RS256 of COSE: what authenticators and browsers have today. */
export const algorithms = [-8, -7, -257]

/** The portal as authenticators know it. Passkeys of another host or origin are refused. */
export function relyingParty(config: Config): { id: string; name: string; origins: string[] } {
  const { hostname, origin } = config.publicUrl
  // Browsers let an origin of another host use only passkeys of its own host.
  const origins = [origin, ...config.webOrigins]
  return { id: hostname, name: senderOf(config).company, origins }
}

/** Names the account in the authenticator, but not its owner (docs/decisions/sessions.md). */
export function userHandle(userId: number): Buffer<ArrayBuffer> {
  return createHash('sha256').update(`passkeys of user ${userId}`).digest()
}
