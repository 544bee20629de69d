import { setTimeout as delay } from 'node:timers/promises'
import type { User } from '@carpeta/contract/auth/auth-schemas'
import { loginErrors, wrongCredentialsMessage } from '@carpeta/domain/access/login-rules'
import { secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import { canonicalRut } from '@carpeta/domain/people/rut'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/enqueue-email.ts'
import { anonymous, type Caller } from '../http/caller.ts'
import { InvalidFields, SecondFactorRequired, Throttled, Unavailable } from '../http/errors.ts'
import { tokenHash } from '../http/tokens.ts'
import { isKnownDevice } from '../throttle/known-devices-store.ts'
import { loginLimits } from '../throttle/limits.ts'
import {
  attemptsKey,
  refundAttempt,
  resetLoginAttempts,
  takeAttempt,
} from '../throttle/login-attempts-store.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { presentUser } from '../users/account.ts'
import {
  findByEmail,
  findByRut,
  type LoginCandidate,
  listFormerHashCosts,
  lockIfUnchanged,
} from '../users/users-store.ts'
import { manyFailuresEmail } from './many-failures-email.ts'
import { type Verification, verifyPassword } from './passwords.ts'
import { withNewHash } from './renew-hash.ts'
import { requireSecondFactor, WrongCode } from './second-factor/login/require-second-factor.ts'
import { type UseCode, verifyCode } from './second-factor/login/verify-code.ts'
import { withPendingSteps } from './second-factor/pending-steps.ts'
import { countLogin, openSession } from './sessions/open-session.ts'

interface Credentials {
  /** A rut in any spelling, or an email, recognised by its `@`. */
  username: string
  password: string
  /** Of the second factor; empty in the first call. */
  code?: string | undefined
  /** The device id that an earlier login gave to this browser, if any. */
  device: string | null
}

export interface LogInServices {
  db: Database
  config: Config
  limits: RateLimits
  /** The shortest time of a refusal, so that the cost of the hash does not show. */
  refusalFloorMs: number
}

/**
 * Opens a new session. Every refused login gets the same message (docs/security.md 1.1).
 * @throws {InvalidFields} for empty or malformed fields, `code` for a wrong code of the second
 * factor, and `__all__` for the rest.
 * @throws {SecondFactorRequired} after the right password, without a code.
 * @throws {Throttled} after too many failures of this name or from this address, after too many logins
 * of the account, and while others of this name are verified; the last two do not count as failures.
 * @throws {Unavailable} when the queue of hashes is full; the attempt does not count.
 */
export async function logIn(
  services: LogInServices,
  caller: Caller,
  credentials: Credentials,
): Promise<{ user: User; sessionId: string; device: string }> {
  const { db, limits } = services
  const { mode, name } = readName(credentials)
  const candidates = await (mode === 'email' ? findByEmail(db, name) : findByRut(db, name))
  const keys = await attemptKeys(db, name, candidates, credentials.device)
  // Consumed before the password is verified and refunded by a success: parallel guesses count. The
  // address comes first: one that is refused locks no account (docs/security.md 2.16).
  await limits.loginFailures.consume(caller.address)
  const taken = await takeAttempt(db, keys.own)
  if (!taken.allowed) {
    await limits.loginFailures.refund(caller.address)
    throw new Throttled(taken.waitSeconds)
  }

  const formerCosts = await listFormerHashCosts(db)
  let floor: Promise<void> | undefined
  // Counts from the hash on: before it, a refusal waits in the queue for as long as others need.
  const onBegin = () => {
    floor = delay(services.refusalFloorMs, undefined, { ref: false })
  }
  const verification = { owner: name, formerCosts, onBegin }
  const attempt = { candidates, keys, verification, ...credentials }
  const opening = openMatchingSession(services, caller, attempt)
  const session = await opening.catch(async (error: unknown) => {
    if (!isGuess(error)) {
      await refundAttempt(db, keys.own)
      await limits.loginFailures.refund(caller.address)
    }
    if (error instanceof WrongCode) {
      await recordFailure(db, anonymous(caller), error.userId)
      await floor
      throw new InvalidFields({ code: [secondFactorMessages.wrongCode] })
    }
    throw error
  })
  if (session) return session
  const [only, second] = candidates
  await recordFailure(db, anonymous(caller), only && !second ? only.account.id : null)
  await floor
  throw new InvalidFields({ __all__: [wrongCredentialsMessage] })
}

/** Whether a refused attempt counts as a guess: not when it was not verified, or only lacks its code. */
function isGuess(error: unknown): boolean {
  return !(
    error instanceof Unavailable ||
    error instanceof Throttled ||
    error instanceof SecondFactorRequired
  )
}

/** Records one event for each verified password: the account, and nothing that was typed. */
async function recordFailure(
  db: Database,
  caller: Caller,
  subjectId: number | null,
): Promise<void> {
  await recordAuditEvent(db, caller, { action: 'session.login_failed', subjectId })
}

/** Reduces the typed name to one spelling. @throws {InvalidFields} */
function readName({ username, password }: Credentials): { mode: 'rut' | 'email'; name: string } {
  const mode = username.includes('@') ? 'email' : 'rut'
  const wrong = Object.entries(loginErrors({ mode, username, password }))
  if (wrong.length > 0) {
    throw new InvalidFields(Object.fromEntries(wrong.map(([field, text]) => [field, [text]])))
  }
  const name = mode === 'email' ? username.trim().toLowerCase() : (canonicalRut(username) ?? '')
  return { mode, name }
}

interface AttemptKeys {
  /** The count of this attempt: a known device has its own, which other browsers cannot fill. */
  own: string
  /** The count of all unknown devices. */
  shared: string
}

async function attemptKeys(
  db: Database,
  name: string,
  candidates: LoginCandidate[],
  device: string | null,
): Promise<AttemptKeys> {
  const shared = attemptsKey(name, null)
  if (!device) return { own: shared, shared }
  const hash = tokenHash(device)
  const ids = candidates.map(({ account }) => account.id)
  const known = await isKnownDevice(db, ids, hash)
  return { own: known ? attemptsKey(name, hash) : shared, shared }
}

interface Attempt {
  keys: AttemptKeys
  device: string | null
}

/** Null unless the password matches exactly one account, and that account is active. */
async function openMatchingSession(
  services: LogInServices,
  caller: Caller,
  attempt: Attempt & Guess,
) {
  const candidate = await findMatchingAccount(attempt)
  if (!candidate) return null
  const { owner } = attempt.verification
  const renewed = await withNewHash(services.db, candidate, attempt.password, owner)
  const code = attempt.code?.trim() ?? ''
  const useCode =
    code === '' ? null : await verifyCode(services, candidate.account, { code, owner })
  return openAccount(services, caller, renewed, { ...attempt, code, useCode })
}

interface Guess {
  candidates: LoginCandidate[]
  password: string
  code?: string | undefined
  verification: Verification
}

/** Two accounts may share an email. A password that matches both opens neither. */
async function findMatchingAccount({
  candidates,
  password,
  verification,
}: Guess): Promise<LoginCandidate | null> {
  // An unknown name costs one hash too, so that the time does not tell which names exist.
  const tried = candidates.length > 0 ? candidates : [null]
  const matches: LoginCandidate[] = []
  for (const candidate of tried) {
    const isMatch = await verifyPassword(candidate?.passwordHash ?? null, password, verification)
    if (isMatch && candidate) matches.push(candidate)
  }
  const [only, second] = matches
  return only?.account.isActive && !only.isExpired && !second ? only : null
}

interface VerifiedAttempt extends Attempt {
  code: string
  useCode: UseCode | null
}

/** Null when the account changed while its password was being verified. */
async function openAccount(
  { db, config, limits }: LogInServices,
  caller: Caller,
  { account, passwordHash }: LoginCandidate,
  attempt: VerifiedAttempt,
) {
  const { device } = attempt
  const open = async (tx: Transaction) => {
    if (!(await lockIfUnchanged(tx, account.id, passwordHash))) return null
    const methods = await requireSecondFactor(tx, caller, account.id, attempt)
    const failures = await failuresBefore(tx, attempt.keys)
    if (failures >= loginLimits.failuresBeforeNotice) {
      await enqueueEmail(tx, manyFailuresEmail(account, config), config)
    }
    const session = await openSession(tx, config, caller, { account, device })
    return { ...session, user: withPendingSteps(presentUser(account), methods.length > 0, config) }
  }
  const opened = await countLogin(limits, account.id, () => db.transaction(open))
  if (opened) await limits.loginFailures.refund(caller.address)
  return opened
}

/** The successful attempt itself is on its own count, so it is subtracted there. */
async function failuresBefore(tx: Transaction, { own, shared }: AttemptKeys): Promise<number> {
  const ownFailures = (await resetLoginAttempts(tx, [own])) - 1
  const sharedFailures = own === shared ? 0 : await resetLoginAttempts(tx, [shared])
  return Math.max(ownFailures, sharedFailures)
}
