import type {
  AuthenticationResponse,
  RequestOptions,
} from '@carpeta/contract/auth/second-factor/webauthn-schemas'
import { secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import { recordAuditEvent } from '../../../audit/record-audit-event.ts'
import type { Transaction } from '../../../db/client.ts'
import type { SignedInCaller } from '../../../http/caller.ts'
import { Refused } from '../../../http/errors.ts'
import { randomToken, tokenHash } from '../../../http/tokens.ts'
import { callerTransaction } from '../../caller-transaction.ts'
import { renewAuthentication } from '../../sessions-store.ts'
import type { SecondFactorServices } from '../second-factor-services.ts'
import { listPasskeys, recordUse } from './passkeys-store.ts'
import { requestPasskey } from './request-passkey.ts'
import { verifyPasskey } from './verify-passkey.ts'

const purpose = 'reauthentication'

/** @throws {Refused} 409 without a passkey */
export async function startPasskeyReauthentication(
  services: SecondFactorServices,
  { user, sessionHash, address }: SignedInCaller,
): Promise<RequestOptions> {
  await services.limits.passkeyChallenges.consume(address)
  const passkeys = await listPasskeys(services.db, user.id)
  if (passkeys.length === 0) throw new Refused(secondFactorMessages.noFactor, 409)
  return requestPasskey(services, { purpose, boundTo: sessionHash }, passkeys)
}

/**
 * Confirms who the caller is, as the password does. The session gets a new id (ASVS 7.2.4).
 * @returns the session's new id
 * @throws {Refused} 422 for a response that is not accepted, which counts like a failed login
 */
export async function reauthenticateWithPasskey(
  services: SecondFactorServices,
  caller: SignedInCaller,
  response: AuthenticationResponse,
): Promise<string> {
  const { db, limits } = services
  const { user, address, sessionHash } = caller
  await limits.loginFailures.consume(address)
  const passkey = await verifyPasskey(services, response, { purpose, boundTo: sessionHash })
  if (passkey?.userId !== user.id) {
    const event = { action: 'session.reauthentication_failed', subjectId: user.id } as const
    await recordAuditEvent(db, caller, event)
    throw new Refused(secondFactorMessages.passkeyRefused, 422)
  }
  await limits.loginFailures.refund(address)
  const sessionId = randomToken()
  const renew = async (tx: Transaction) => {
    if (!(await recordUse(tx, passkey))) throw new Refused(secondFactorMessages.passkeyRefused, 422)
    await renewAuthentication(tx, sessionHash, tokenHash(sessionId))
  }
  await callerTransaction(db, caller, renew, { lock: 'update' })
  return sessionId
}
