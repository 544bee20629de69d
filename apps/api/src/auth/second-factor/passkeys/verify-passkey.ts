import type { AuthenticationResponse } from '@carpeta/contract/auth/second-factor/webauthn-schemas'
import type { Config } from '../../../config/config.ts'
import type { Database } from '../../../db/client.ts'
import type { ChallengePurpose } from './challenges-store.ts'
import { findPasskey, type StoredPasskey } from './passkeys-store.ts'
import { relyingParty, userHandle } from './relying-party.ts'
import { takeAnsweredChallenge } from './take-answered-challenge.ts'

/** The passkey that signed, with its new counter; null for every reason to refuse it. */
export async function verifyPasskey(
  { db, config }: { db: Database; config: Config },
  response: AuthenticationResponse,
  expected: { purpose: ChallengePurpose; boundTo: string },
): Promise<StoredPasskey | null> {
  const { clientDataJSON, userHandle: handle } = response.response
  const challenge = await takeAnsweredChallenge(db, clientDataJSON, expected)
  const passkey = await findPasskey(db, response.id)
  if (challenge === null || !passkey) return null
  const { userId, credentialId: id, counter } = passkey
  if (handle !== undefined && handle !== userHandle(userId).toString('base64url')) return null
  const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'))
  const signed = await verified(config, response, challenge, { id, publicKey, counter })
  return signed && { ...passkey, ...signed }
}

/** The library throws for every response that it does not accept. */
async function verified(
  config: Config,
  { id, rawId, type, response }: AuthenticationResponse,
  expectedChallenge: string,
  credential: { id: string; publicKey: Uint8Array<ArrayBuffer>; counter: number },
): Promise<Pick<StoredPasskey, 'counter' | 'isBackedUp'> | null> {
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(config)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { userHandle: _, ...assertion } = response
  try {
    const { verified: isVerified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response: assertion, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      credential,
      requireUserVerification: true,
    })
    if (!isVerified) return null
    const { newCounter: counter, credentialBackedUp: isBackedUp } = authenticationInfo
    return { counter, isBackedUp }
  } catch {
    return null
  }
}
