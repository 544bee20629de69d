import type { Passkey } from '@carpeta/contract/auth/second-factor/passkeys-schemas'
import type { RegistrationResponse } from '@carpeta/contract/auth/second-factor/webauthn-schemas'
import {
  MAX_PASSKEYS,
  passkeyNameError,
  secondFactorMessages,
} from '@carpeta/domain/access/second-factor-rules'
import type { Config } from '../../../config/config.ts'
import { enqueueEmail } from '../../../email/enqueue-email.ts'
import type { SignedInCaller } from '../../../http/caller.ts'
import { Refused, refuseFields } from '../../../http/errors.ts'
import { addFactor } from '../add-factor.ts'
import { passkeyAddedEmail } from '../second-factor-emails.ts'
import type { SecondFactorServices } from '../second-factor-services.ts'
import { countPasskeys, insertPasskey, type StoredPasskey } from './passkeys-store.ts'
import { presentPasskey } from './present-passkey.ts'
import { algorithms, relyingParty } from './relying-party.ts'
import { takeAnsweredChallenge } from './take-answered-challenge.ts'

type NewCredential = Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter' | 'isBackedUp'>

/**
 * Adds a passkey to the caller's account. @returns recovery codes with the first factor
 * @throws {InvalidFields} without a name
 * @throws {Refused} 422 for a response that is not accepted, 409 for a registered credential
 */
export async function registerPasskey(
  services: SecondFactorServices,
  caller: SignedInCaller,
  { name, response }: { name: string; response: RegistrationResponse },
): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  const { db, config } = services
  const error = passkeyNameError(name)
  if (error) refuseFields({ name: error })
  const expected = { purpose: 'registration', boundTo: caller.sessionHash } as const
  const challenge = await takeAnsweredChallenge(db, response.response.clientDataJSON, expected)
  const credential = challenge && (await verified(config, response, challenge))
  if (!credential) throw new Refused(secondFactorMessages.passkeyRefused, 422)

  const { transports } = response.response
  const { added, recoveryCodes } = await addFactor(services, caller, async (tx, account) => {
    if ((await countPasskeys(tx, account.id)) >= MAX_PASSKEYS) {
      throw new Refused(secondFactorMessages.tooManyPasskeys, 409)
    }
    const row = { ...credential, userId: account.id, transports, name: name.trim() }
    const passkey = await insertPasskey(tx, row)
    if (!passkey) throw new Refused(secondFactorMessages.passkeyTaken, 409)
    await enqueueEmail(tx, passkeyAddedEmail(account, config), config)
    // Without the name, which could not be erased from the audit log.
    const object = { type: 'passkey', id: passkey.id }
    return { added: passkey, event: { action: 'passkey.added', object } }
  })
  return { passkey: presentPasskey(added), recoveryCodes }
}

/** The library throws for every response that it does not accept. */
async function verified(
  config: Config,
  { id, rawId, type, response }: RegistrationResponse,
  expectedChallenge: string,
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(config)
  try {
    const { registrationInfo: info } = await verifyRegistrationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      supportedAlgorithmIDs: algorithms,
      requireUserVerification: true,
    })
    if (!info) return null
    const { credential, credentialBackedUp: isBackedUp } = info
    const publicKey = Buffer.from(credential.publicKey).toString('base64url')
    return { credentialId: credential.id, publicKey, counter: credential.counter, isBackedUp }
  } catch {
    return null
  }
}
