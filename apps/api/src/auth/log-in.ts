import { setTimeout as delay } from 'node:timers/promises'
import type { User } from '@carpeta/contract/auth/auth-schemas'
import { loginErrors, wrongCredentialsMessage } from '@carpeta/domain/access/login-rules'
import { canonicalRut } from '@carpeta/domain/people/rut'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/enqueue-email.ts'
import { anonymous, type Caller } from '../http/caller.ts'
import { InvalidFields, Throttled, Unavailable } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'
import { isKnownDevice, rememberDevice } from '../throttle/known-devices-store.ts'
import { loginLimits } from '../throttle/limits.ts'
import {
  attemptsKey,
  giveTryBack,
  resetLoginAttempts,
  takeAttempt,
} from '../throttle/login-attempts-store.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { presentUser } from '../users/present-user.ts'
import {
  findByEmail,
  findByRut,
  type LoginCandidate,
  lockIfUnchanged,
  renewPasswordHash,
} from '../users/users-store.ts'
import { manyFailuresEmail } from './many-failures-email.ts'
import { hashPassword, needsNewHash, verifyPassword } from './passwords.ts'
import { deleteSession, insertSession } from './sessions-store.ts'

export interface Credentials {
  /** A rut in any spelling, or an e-mail: an `@` tells. */
  username: string
  password: string
  /** The id that this browser was given at an earlier login, if any. */
  device: string | null
}

export interface LogInServices {
  db: Database
  config: Config
  limits: RateLimits
  /** No refusal comes sooner, whichever hash had to be tried (wire.md §7). */
  refusalFloorMs: number
}

/**
 * Opens a new session. Whatever does not fit, the answer is the same sentence (security.md §1).
 * @throws {InvalidFields} for empty or malformed fields, and `__all__` for the rest.
 * @throws {Throttled} after too many failures of this name or from this address.
 * @throws {Unavailable} when too many logins wait for their turn; such a try does not count.
 */
export async function logIn(
  services: LogInServices,
  caller: Caller,
  credentials: Credentials,
): Promise<{ user: User; sessionId: string; device: string }> {
  const { db, limits } = services
  const { mode, name } = readName(credentials)
  const floor = delay(services.refusalFloorMs, null, { ref: false })

  const candidates = await (mode === 'email' ? findByEmail(db, name) : findByRut(db, name))
  const keys = await triesKeys(db, name, candidates, credentials.device)
  const taken = await takeAttempt(db, keys.mine)
  if (!taken.allowed) throw new Throttled(taken.waitSeconds)
  // Spent before the password is looked at, and given back by a success: no spray in parallel.
  await limits.loginFailures.spend(caller.address)

  const opening = openFittingSession(services, caller, { candidates, keys, ...credentials })
  const session = await opening.catch(async (error: unknown) => {
    if (error instanceof Unavailable) {
      await giveTryBack(db, keys.mine)
      await limits.loginFailures.giveBack(caller.address)
    }
    throw error
  })
  if (session) return session
  await recordFailure(db, anonymous(caller), candidates)
  await floor
  throw new InvalidFields({ __all__: [wrongCredentialsMessage] })
}

/** One entry a try whose password was looked at: of whose account, and nothing of what was typed. */
async function recordFailure(
  db: Database,
  caller: Caller,
  candidates: LoginCandidate[],
): Promise<void> {
  const [only, second] = candidates
  const subjectId = only && !second ? only.account.id : null
  await recordAuditEvent(db, caller, { action: 'session.login_failed', subjectId })
}

/** What the person wrote, reduced to one spelling. @throws {InvalidFields} */
function readName({ username, password }: Credentials): { mode: 'rut' | 'email'; name: string } {
  const mode = username.includes('@') ? 'email' : 'rut'
  const wrong = Object.entries(loginErrors({ mode, username, password }))
  if (wrong.length > 0) {
    throw new InvalidFields(Object.fromEntries(wrong.map(([field, text]) => [field, [text]])))
  }
  const name = mode === 'email' ? username.trim().toLowerCase() : (canonicalRut(username) ?? '')
  return { mode, name }
}

interface TriesKeys {
  /** Counted for this try: a known device has a count of its own, which no stranger can fill. */
  mine: string
  /** Everybody else's count. */
  anybody: string
}

async function triesKeys(
  db: Database,
  name: string,
  candidates: LoginCandidate[],
  device: string | null,
): Promise<TriesKeys> {
  const anybody = attemptsKey(name, null)
  if (!device) return { mine: anybody, anybody }
  const hash = tokenHash(device)
  const ids = candidates.map(({ account }) => account.id)
  const known = await isKnownDevice(db, ids, hash)
  return { mine: known ? attemptsKey(name, hash) : anybody, anybody }
}

interface Attempt {
  keys: TriesKeys
  device: string | null
}

/** Null when the password is not the one of exactly one account that may get in. */
async function openFittingSession(
  services: LogInServices,
  caller: Caller,
  attempt: Attempt & { candidates: LoginCandidate[]; password: string },
) {
  const candidate = await findMatchingAccount(attempt.candidates, attempt.password)
  if (!candidate) return null
  const isOld = needsNewHash(candidate.passwordHash ?? '')
  const newHash = isOld ? await hashPassword(attempt.password) : null
  return openSession(services, caller, candidate, newHash, attempt)
}

/** Two accounts may share an e-mail; if the password fits both, neither gets in (design.md §5.1). */
async function findMatchingAccount(
  candidates: LoginCandidate[],
  password: string,
): Promise<LoginCandidate | null> {
  // An unknown name is answered after the same work as a known one.
  const tried = candidates.length > 0 ? candidates : [null]
  const fitting: LoginCandidate[] = []
  for (const candidate of tried) {
    const fits = await verifyPassword(candidate?.passwordHash ?? null, password)
    if (fits && candidate) fitting.push(candidate)
  }
  const [only, second] = fitting
  return only?.account.isActive && !second ? only : null
}

/** Null when the account changed while its old password was being looked at. */
async function openSession(
  { db, config, limits }: LogInServices,
  caller: Caller,
  { account, passwordHash }: LoginCandidate,
  newHash: string | null,
  attempt: Attempt,
) {
  const sessionId = randomToken()
  const device = attempt.device ?? randomToken()
  const isIn = await db.transaction(async (tx) => {
    if (!(await lockIfUnchanged(tx, account.id, passwordHash))) return false
    if (newHash) await renewPasswordHash(tx, account.id, newHash)
    const failures = await failuresBefore(tx, attempt.keys)
    if (failures >= loginLimits.failuresBeforeNotice) {
      await enqueueEmail(tx, manyFailuresEmail(account, config), config)
    }
    await rememberDevice(tx, account.id, tokenHash(device))
    // The session that the browser came with ends (ASVS 7.2.4).
    if (caller.sessionHash) await deleteSession(tx, caller.sessionHash)
    await insertSession(tx, {
      idHash: tokenHash(sessionId),
      userId: account.id,
      userAgent: caller.userAgent,
      address: caller.address,
    })
    const owner = { ...anonymous(caller), id: account.id }
    await recordAuditEvent(tx, owner, { action: 'session.login', subjectId: account.id })
    return true
  })
  if (!isIn) return null
  await limits.loginFailures.giveBack(caller.address)
  return { user: presentUser(account), sessionId, device }
}

/** This very try was counted too, on the count that was taken for it. */
async function failuresBefore(tx: Transaction, { mine, anybody }: TriesKeys): Promise<number> {
  const own = (await resetLoginAttempts(tx, [mine])) - 1
  const others = mine === anybody ? 0 : await resetLoginAttempts(tx, [anybody])
  return Math.max(own, others)
}
