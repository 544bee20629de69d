import { createHash } from 'node:crypto'
import {
  type AuthenticationResponse,
  type CreationOptions,
  creationOptions,
  type Passkey,
  type RegistrationResponse,
  type RequestOptions,
  requestOptions,
} from '@carpeta/contract/auth'
import {
  MAX_PASSKEYS,
  passkeyNameError,
  secondFactorMessages,
} from '@carpeta/domain/access/second-factor-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import { senderOf } from '../email/render-email.ts'
import type { Caller, SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused, refuseFields } from '../http/errors.ts'
import { tokenHash } from '../http/tokens.ts'
import type { Account } from '../people/account.ts'
import { listDeviceUsers } from '../throttle/throttle-store.ts'
import { passkeyAddedEmail, passkeyRemovedEmail } from './auth-emails.ts'
import { callerTransaction, requireRecentConfirmation } from './caller-transaction.ts'
import { renewSession } from './reauthentication.ts'
import { addFactor, presentPasskey, removeFactor } from './second-factor.ts'
import {
  CHALLENGE_LIFETIME_MS,
  type ChallengePurpose,
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  recordPasskeyUse,
  type StoredPasskey,
  saveChallenge,
  savePasskeyName,
  takeChallenge,
} from './second-factor-store.ts'
import type { AuthServices } from './sessions.ts'

type Services = { db: Database; config: Config }

/** EdDSA, ES256 and RS256 of COSE: what authenticators and browsers have today. */
const algorithms = [-8, -7, -257]

/** The portal as authenticators know it. Passkeys of another host or origin are refused. */
function relyingParty(config: Config): { id: string; name: string; origins: string[] } {
  const { hostname, origin } = config.publicUrl
  // Browsers let an origin of another host use only passkeys of its own host.
  const origins = [origin, ...config.webOrigins]
  return { id: hostname, name: senderOf(config).company, origins }
}

/** Names the account in the authenticator, but not its owner (docs/decisions/sessions.md). */
function userHandle(userId: number): Buffer<ArrayBuffer> {
  return createHash('sha256').update(`passkeys of user ${userId}`).digest()
}

/**
 * The answer comes within minutes, and needs no second confirmation.
 * @throws {Refused} 403 without a confirmation, 409 when the account has the most passkeys that are allowed
 */
export async function startPasskeyRegistration(
  { db, config, limits }: AuthServices,
  caller: SignedInCaller,
): Promise<CreationOptions> {
  const { user, sessionHash } = caller
  await requireRecentConfirmation(db, caller)
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

/**
 * Adds a passkey to the caller's account. @returns recovery codes with the first factor
 * @throws {InvalidFields} without a name
 * @throws {Refused} 422 for a response that is not accepted, 409 for a registered credential
 */
export async function registerPasskey(
  services: Services,
  caller: SignedInCaller,
  { name, response }: { name: string; response: RegistrationResponse },
): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  const { db, config } = services
  requirePasskeyName(name)
  const expected = { purpose: 'registration', boundTo: caller.sessionHash } as const
  const challenge = await takeAnsweredChallenge(db, response.response.clientDataJSON, expected)
  const credential = challenge && (await verifyRegistration(config, response, challenge))
  if (!credential) throw new Refused(secondFactorMessages.passkeyRefused, 422)

  const { transports } = response.response
  const add = async (tx: Transaction, account: Account) => {
    if ((await listPasskeys(tx, account.id)).length >= MAX_PASSKEYS) {
      throw new Refused(secondFactorMessages.tooManyPasskeys, 409)
    }
    const row = { ...credential, userId: account.id, transports, name: name.trim() }
    const passkey = await insertPasskey(tx, row)
    if (!passkey) throw new Refused(secondFactorMessages.passkeyTaken, 409)
    // Without the name, which could not be erased from the audit log.
    const object = { type: 'passkey', id: passkey.id }
    return { added: passkey, event: { action: 'passkey.added', object } as const }
  }
  const { added, recoveryCodes } = await addFactor(services, caller, passkeyAddedEmail, add)
  return { passkey: presentPasskey(added), recoveryCodes }
}

/** @throws {InvalidFields} */
function requirePasskeyName(name: string): void {
  const error = passkeyNameError(name)
  if (error) refuseFields({ name: error })
}

/** Null for a response that the library does not accept: it throws. */
async function verifyRegistration(
  config: Config,
  { id, rawId, type, response }: RegistrationResponse,
  expectedChallenge: string,
): Promise<Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter' | 'isBackedUp'> | null> {
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

/** @throws {InvalidFields} without a name @throws {NotFound} also for another user's passkey */
export async function renamePasskey(
  { db, limits }: Pick<AuthServices, 'db' | 'limits'>,
  caller: SignedInCaller,
  { id, name }: { id: number; name: string },
): Promise<Passkey> {
  requirePasskeyName(name)
  const userId = caller.user.id
  const before = (await listPasskeys(db, userId)).find((passkey) => passkey.id === id)
  if (!before) throw new NotFound()
  if (before.name === name.trim()) return presentPasskey(before)
  await limits.passkeyNames.consume(String(userId))
  return callerTransaction(db, caller, async (tx) => {
    const passkey = await savePasskeyName(tx, { id, userId, name: name.trim() })
    if (!passkey) throw new NotFound()
    const object = { type: 'passkey', id }
    await recordAuditEvent(tx, caller, { action: 'passkey.renamed', object, subjectId: userId })
    return presentPasskey(passkey)
  })
}

/**
 * @throws {NotFound} also for another user's passkey
 * @throws {Refused} 409 for the last factor of an account that needs one
 */
export async function removePasskey(
  services: AuthServices,
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await removeFactor(services, caller, passkeyRemovedEmail, async (tx, userId) => {
    if (!(await deletePasskey(tx, { id, userId }))) throw new NotFound()
    return { action: 'passkey.removed', object: { type: 'passkey', id } }
  })
}

/** A known browser has a count of its own, which others at its address cannot fill. @throws {Throttled} */
export async function startPasskeyLogin(
  services: AuthServices,
  { address }: Caller,
  { boundTo, device }: { boundTo: string; device: string | undefined },
): Promise<RequestOptions> {
  const deviceHash = tokenHash(device ?? '')
  const isKnown = (await listDeviceUsers(services.db, deviceHash)).length > 0
  await services.limits.passkeyChallenges.consume(isKnown ? deviceHash : address)
  return requestPasskey(services, { purpose: 'login', boundTo })
}

/** @throws {Refused} 409 without a passkey · {Throttled} */
export async function startPasskeyReauthentication(
  services: AuthServices,
  { user, sessionNumber, sessionHash }: SignedInCaller,
): Promise<RequestOptions> {
  // A stolen session cannot fill the owner's count.
  await services.limits.passkeyChallenges.consume(`session:${sessionNumber}`)
  const passkeys = await listPasskeys(services.db, user.id)
  if (passkeys.length === 0) throw new Refused(secondFactorMessages.noFactor, 409)
  const challenge = { purpose: 'reauthentication', boundTo: sessionHash } as const
  return requestPasskey(services, challenge, passkeys)
}

/**
 * Confirms who the caller is, as the password does. The session gets a new id (ASVS 7.2.4).
 * @returns the session's new id
 * @throws {Refused} 422 for a response that is not accepted, which counts like a failed login · {Throttled}
 */
export async function reauthenticateWithPasskey(
  services: AuthServices,
  caller: SignedInCaller,
  response: AuthenticationResponse,
): Promise<string> {
  const { db, limits } = services
  const { user, address, sessionHash } = caller
  const challenge = { purpose: 'reauthentication', boundTo: sessionHash } as const
  const passkey = await verifyPasskey(services, response, challenge)
  if (passkey?.userId !== user.id) {
    await limits.loginFailures.consume(address)
    const event = { action: 'session.reauthentication_failed', subjectId: user.id } as const
    await recordAuditEvent(db, caller, event)
    throw new Refused(secondFactorMessages.passkeyRefused, 422)
  }
  return renewSession(db, caller, async (tx) => {
    if (!(await recordPasskeyUse(tx, passkey))) {
      throw new Refused(secondFactorMessages.passkeyRefused, 422)
    }
  })
}

/** WebAuthn's options for a signature. Without passkeys the browser offers those that it has. */
async function requestPasskey(
  { db, config }: Services,
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

/** The passkey that signed, with its new counter; null for every reason to refuse it. */
export async function verifyPasskey(
  { db, config }: Services,
  response: AuthenticationResponse,
  expected: { purpose: ChallengePurpose; boundTo: string },
): Promise<StoredPasskey | null> {
  const { clientDataJSON, userHandle: handle } = response.response
  const challenge = await takeAnsweredChallenge(db, clientDataJSON, expected)
  const passkey = await findPasskey(db, response.id)
  if (challenge === null || !passkey) return null
  if (handle !== undefined && handle !== userHandle(passkey.userId).toString('base64url')) {
    return null
  }
  const signed = await verifySignature(config, response, challenge, passkey)
  return signed && { ...passkey, ...signed }
}

/** Null for a response that the library does not accept: it throws. */
async function verifySignature(
  config: Config,
  { id, rawId, type, response }: AuthenticationResponse,
  expectedChallenge: string,
  { credentialId, publicKey, counter }: StoredPasskey,
): Promise<Pick<StoredPasskey, 'counter' | 'isBackedUp'> | null> {
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(config)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { userHandle: _, ...assertion } = response
  const key = new Uint8Array(Buffer.from(publicKey, 'base64url'))
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response: assertion, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      credential: { id: credentialId, publicKey: key, counter },
      requireUserVerification: true,
    })
    if (!verified) return null
    const { newCounter, credentialBackedUp } = authenticationInfo
    return { counter: newCounter, isBackedUp: credentialBackedUp }
  } catch {
    return null
  }
}

/** The challenge that the browser answered; null for one that the portal does not expect. */
async function takeAnsweredChallenge(
  db: Database,
  clientDataJSON: string,
  expected: { purpose: ChallengePurpose; boundTo: string },
): Promise<string | null> {
  const challenge = await readChallenge(clientDataJSON)
  if (challenge === null) return null
  return (await takeChallenge(db, { ...expected, challenge })) ? challenge : null
}

async function readChallenge(clientDataJSON: string): Promise<string | null> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON)
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}
