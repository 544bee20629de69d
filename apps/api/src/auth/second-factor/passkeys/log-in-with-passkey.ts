import type { User } from '@carpeta/contract/auth/auth-schemas'
import type { AuthenticationResponse } from '@carpeta/contract/auth/second-factor/webauthn-schemas'
import { wrongCredentialsMessage } from '@carpeta/domain/access/login-rules'
import { recordAuditEvent } from '../../../audit/record-audit-event.ts'
import type { Transaction } from '../../../db/client.ts'
import { anonymous, type Caller } from '../../../http/caller.ts'
import { InvalidFields, Throttled } from '../../../http/errors.ts'
import { presentUser } from '../../../users/account.ts'
import { lockActive } from '../../../users/users-store.ts'
import { countLogin, openSession } from '../../sessions/open-session.ts'
import type { SecondFactorServices } from '../second-factor-services.ts'
import { recordUse, type StoredPasskey } from './passkeys-store.ts'
import { verifyPasskey } from './verify-passkey.ts'

interface PasskeyLogin {
  response: AuthenticationResponse
  boundTo: string
  device: string | null
}

/**
 * Opens a session like a login with the password, which a passkey replaces together with its second
 * factor. Every refused login gets the same message (docs/security.md 1.1).
 * @throws {InvalidFields} · {Throttled}
 */
export async function logInWithPasskey(
  services: SecondFactorServices,
  caller: Caller,
  { response, boundTo, device }: PasskeyLogin,
): Promise<{ user: User; sessionId: string; device: string }> {
  const { db, limits } = services
  await limits.loginFailures.consume(caller.address)
  const passkey = await verifyPasskey(services, response, { purpose: 'login', boundTo })
  const opening = passkey && openWith(services, caller, { passkey, device })
  const opened = await opening?.catch(async (error: unknown) => {
    if (error instanceof Throttled) await limits.loginFailures.refund(caller.address)
    throw error
  })
  if (!opened) {
    const subjectId = passkey?.userId ?? null
    await recordAuditEvent(db, anonymous(caller), { action: 'session.login_failed', subjectId })
    throw new InvalidFields({ __all__: [wrongCredentialsMessage] })
  }
  await limits.loginFailures.refund(caller.address)
  return opened
}

/** Null when the account is not active, or the passkey was removed or used meanwhile. */
function openWith(
  { db, config, limits }: SecondFactorServices,
  caller: Caller,
  { passkey, device }: { passkey: StoredPasskey; device: string | null },
) {
  const open = async (tx: Transaction) => {
    const account = await lockActive(tx, passkey.userId)
    if (!account?.isActive || !(await recordUse(tx, passkey))) return null
    const session = await openSession(tx, config, caller, { account, device })
    return { ...session, user: presentUser(account) }
  }
  return countLogin(limits, passkey.userId, () => db.transaction(open))
}
