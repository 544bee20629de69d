import type { RequestOptions } from '@carpeta/contract/auth/second-factor/webauthn-schemas'
import { requestOptions } from '@carpeta/contract/auth/second-factor/webauthn-schemas'
import type { Config } from '../../../config/config.ts'
import type { Database } from '../../../db/client.ts'
import { CHALLENGE_LIFETIME_MS, type ChallengePurpose, saveChallenge } from './challenges-store.ts'
import type { StoredPasskey } from './passkeys-store.ts'
import { relyingParty } from './relying-party.ts'

/** Options of WebAuthn for a signature. Without passkeys the browser offers those that it has. */
export async function requestPasskey(
  { db, config }: { db: Database; config: Config },
  { purpose, boundTo }: { purpose: ChallengePurpose; boundTo: string },
  passkeys: StoredPasskey[] = [],
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    userVerification: 'required',
    timeout: CHALLENGE_LIFETIME_MS,
    allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
  })
  await saveChallenge(db, { challenge: options.challenge, purpose, boundTo })
  return requestOptions.parse(options)
}
