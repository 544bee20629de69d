import {
  type CreationOptions,
  creationOptions,
} from '@carpeta/contract/auth/second-factor/webauthn-schemas'
import { MAX_PASSKEYS, secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import type { SignedInCaller } from '../../../http/caller.ts'
import { Refused } from '../../../http/errors.ts'
import { requireRecentAuthentication } from '../../reauthentication/require-recent-authentication.ts'
import type { SecondFactorServices } from '../second-factor-services.ts'
import { CHALLENGE_LIFETIME_MS, saveChallenge } from './challenges-store.ts'
import { listPasskeys } from './passkeys-store.ts'
import { algorithms, relyingParty, userHandle } from './relying-party.ts'

/**
 * The answer comes within minutes, and needs no second confirmation.
 * @throws {Refused} 403 after a long session, 409 when the account has the most passkeys that are allowed
 */
export async function startPasskeyRegistration(
  { db, config, limits }: SecondFactorServices,
  caller: SignedInCaller,
): Promise<CreationOptions> {
  const { user, sessionHash } = caller
  await requireRecentAuthentication(db, caller)
  await limits.secondFactorChanges.consume(String(user.id))
  const passkeys = await listPasskeys(db, user.id)
  if (passkeys.length >= MAX_PASSKEYS) throw new Refused(secondFactorMessages.tooManyPasskeys, 409)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const { id: rpID, name: rpName } = relyingParty(config)
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userID: userHandle(user.id),
    userName: user.username,
    userDisplayName: `${user.first_name} ${user.last_name}`.trim(),
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
  })
  const { challenge } = options
  await saveChallenge(db, { challenge, purpose: 'registration', boundTo: sessionHash })
  return creationOptions.parse(options)
}
