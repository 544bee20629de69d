import type { User } from '@carpeta/contract/auth'
import { loginErrors, wrongCredentialsMessage } from '@carpeta/domain/login-rules'
import { canonicalRut } from '@carpeta/domain/rut'
import type { Database } from '../db/client.ts'
import { InvalidFields } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'
import { presentUser } from '../users/present-user.ts'
import { findByEmail, findByRut, type LoginCandidate } from '../users/users-store.ts'
import { verifyPassword } from './passwords.ts'
import { deleteSession, insertSession } from './sessions-store.ts'

export interface Credentials {
  /** A rut in any spelling, or an e-mail: an `@` tells. */
  username: string
  password: string
}

export interface Visit {
  userAgent: string
  address: string
  /** The session that the browser came with, ended by a login (ASVS 7.2.4). */
  previous: string | null
}

/**
 * Opens a new session. Whatever does not fit, the answer is the same sentence (security.md 1.1).
 * @throws {InvalidFields} for empty or malformed fields, and `__all__` for the rest.
 */
export async function logIn(
  db: Database,
  { username, password }: Credentials,
  visit: Visit,
): Promise<{ user: User; sessionId: string }> {
  const mode = username.includes('@') ? 'email' : 'rut'
  const wrong = Object.entries(loginErrors({ mode, username, password }))
  if (wrong.length > 0) {
    throw new InvalidFields(Object.fromEntries(wrong.map(([field, text]) => [field, [text]])))
  }
  const candidates =
    mode === 'email'
      ? await findByEmail(db, username.trim())
      : await findByRut(db, canonicalRut(username) ?? '')
  const account = await theOneThatFits(candidates, password)
  if (!account) throw new InvalidFields({ __all__: [wrongCredentialsMessage] })

  const sessionId = randomToken()
  await db.transaction(async (tx) => {
    if (visit.previous) await deleteSession(tx, visit.previous)
    await insertSession(tx, {
      idHash: tokenHash(sessionId),
      userId: account.id,
      userAgent: visit.userAgent.slice(0, 300),
      address: visit.address,
    })
  })
  return { user: presentUser(account), sessionId }
}

/** Two accounts may share an e-mail; if the password fits both, neither gets in (design.md §5.1). */
async function theOneThatFits(candidates: LoginCandidate[], password: string) {
  // An unknown name is answered after the same work as a known one.
  const tried = candidates.length > 0 ? candidates : [null]
  const fitting = []
  for (const candidate of tried) {
    const fits = await verifyPassword(candidate?.passwordHash ?? null, password)
    if (fits && candidate) fitting.push(candidate.account)
  }
  const [account, second] = fitting
  return account?.isActive && !second ? account : null
}
