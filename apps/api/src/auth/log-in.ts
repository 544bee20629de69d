import { setTimeout as delay } from 'node:timers/promises'
import type { AuthenticationResponse, User } from '@carpeta/contract/auth'
import { loginErrors, wrongCredentialsMessage } from '@carpeta/domain/access/login-rules'
import {
  readCode,
  type SecondFactorMethod,
  secondFactorMessages,
} from '@carpeta/domain/access/second-factor-rules'
import { canonicalRut } from '@carpeta/domain/people/rut'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database, Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import { anonymous, type Caller, type SignedInCaller } from '../http/caller.ts'
import { InvalidFields, SecondFactorRequired, Throttled, Unavailable } from '../http/errors.ts'
import { tokenHash } from '../http/tokens.ts'
import { loginLimits } from '../throttle/limits.ts'
import {
  attemptsKey,
  isKnownDevice,
  refundAttempt,
  resetLoginAttempts,
  takeAttempt,
} from '../throttle/throttle-store.ts'
import { type Account, presentUser } from '../users/account.ts'
import {
  findByEmail,
  findByRut,
  type LoginCandidate,
  listFormerHashCosts,
  lockActive,
  lockIfUnchanged,
} from '../users/users-store.ts'
import { manyFailuresEmail } from './auth-emails.ts'
import { verifyPasskey } from './passkeys.ts'
import { type HashOwner, type Verification, verifyPassword, withNewHash } from './passwords.ts'
import { type UseCode, verifyRecoveryCode } from './recovery-codes.ts'
import { listMethods, recordPasskeyUse, type StoredPasskey } from './second-factor-store.ts'
import {
  type AuthServices,
  countLogin,
  openSession,
  recordViewEnd,
  withPendingSteps,
} from './sessions.ts'
import { deleteSession } from './sessions-store.ts'
import { verifyTotpCode } from './totp.ts'

interface Credentials {
  /** A rut in any spelling, or an email, recognised by its `@`. */
  username: string
  password: string
  /** The code of the second factor; empty in the first call. */
  code?: string | undefined
  /** The device id that an earlier login gave to this browser, if any. */
  device: string | null
}

export interface LogInServices extends AuthServices {
  /** The shortest time of a refusal, so that the cost of the hash does not show. */
  refusalFloorMs: number
}

interface OpenedSession {
  user: User
  sessionId: string
  device: string
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
): Promise<OpenedSession> {
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
  const attempt = { ...credentials, candidates, keys, verification }
  const opening = openMatchingSession(services, caller, attempt)
  const session = await opening.catch(async (error: unknown) => {
    if (!isGuess(error)) {
      await refundAttempt(db, keys.own)
      await limits.loginFailures.refund(caller.address)
    }
    if (error instanceof WrongCode) {
      await recordFailure(db, caller, error.userId)
      await floor
      throw new InvalidFields({ code: [secondFactorMessages.wrongCode] })
    }
    throw error
  })
  if (session) return session
  const [only, second] = candidates
  await recordFailure(db, caller, only && !second ? only.account.id : null)
  await floor
  throw new InvalidFields({ __all__: [wrongCredentialsMessage] })
}

/** A refused attempt is a guess, unless nothing was verified or only the code is missing. */
function isGuess(error: unknown): boolean {
  return !(
    error instanceof Unavailable ||
    error instanceof Throttled ||
    error instanceof SecondFactorRequired
  )
}

/** Records the account, if there is one, and nothing that was typed. */
async function recordFailure(
  db: Database,
  caller: Caller,
  subjectId: number | null,
): Promise<void> {
  await recordAuditEvent(db, anonymous(caller), { action: 'session.login_failed', subjectId })
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

interface Attempt extends Credentials {
  candidates: LoginCandidate[]
  keys: AttemptKeys
  verification: Verification
}

/**
 * Null unless the password matches exactly one account, which is active and did not change while the
 * password was being verified.
 */
async function openMatchingSession(
  services: LogInServices,
  caller: Caller,
  attempt: Attempt,
): Promise<OpenedSession | null> {
  const { db, config, limits } = services
  const { keys, password, device, verification } = attempt
  const candidate = await findMatchingAccount(attempt)
  if (!candidate) return null
  const { owner } = verification
  const { account, passwordHash } = await withNewHash(db, candidate, password, owner)
  const code = attempt.code?.trim() ?? ''
  const useCode = code === '' ? null : await verifyCode(services, account, { code, owner })
  const open = async (tx: Transaction) => {
    if (!(await lockIfUnchanged(tx, account.id, passwordHash))) return null
    const methods = await requireSecondFactor(tx, caller, account.id, { code, useCode })
    const failures = await failuresBefore(tx, keys)
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

/** Two accounts may share an email. A password that matches both opens neither. */
async function findMatchingAccount({
  candidates,
  password,
  verification,
}: Attempt): Promise<LoginCandidate | null> {
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

/** Null for a wrong code. @throws {Unavailable} · {Throttled} */
async function verifyCode(
  services: AuthServices,
  account: Account,
  { code: typed, owner }: { code: string; owner: HashOwner },
): Promise<UseCode | null> {
  const read = readCode(typed)
  if (!read) return null
  return read.method === 'totp'
    ? verifyTotpCode(services, account.id, read.code)
    : verifyRecoveryCode(services, account, { code: read.code, owner })
}

/** The password was right, the code was not. */
class WrongCode extends Error {
  readonly userId: number

  constructor(userId: number) {
    super('wrong code')
    this.userId = userId
  }
}

/**
 * Runs in the transaction that opens the session, because a factor may be added while the password is
 * being verified. @returns the account's methods
 * @throws {SecondFactorRequired} without a code
 * @throws {WrongCode}
 */
async function requireSecondFactor(
  tx: Transaction,
  caller: Caller,
  userId: number,
  { code, useCode }: { code: string; useCode: UseCode | null },
): Promise<SecondFactorMethod[]> {
  const methods = await listMethods(tx, userId)
  if (methods.length === 0) return methods
  if (code === '') throw new SecondFactorRequired(methods)
  const isUsed = await useCode?.(tx, { ...anonymous(caller), id: userId })
  if (!isUsed) throw new WrongCode(userId)
  return methods
}

/** The successful attempt itself is on its own count, so it is subtracted there. */
async function failuresBefore(tx: Transaction, { own, shared }: AttemptKeys): Promise<number> {
  const ownFailures = (await resetLoginAttempts(tx, [own])) - 1
  const sharedFailures = own === shared ? 0 : await resetLoginAttempts(tx, [shared])
  return Math.max(ownFailures, sharedFailures)
}

/**
 * Opens a session like a login with the password, which a passkey replaces together with its second
 * factor. Every refused login gets the same message (docs/security.md 1.1).
 * @throws {InvalidFields} · {Throttled}
 */
export async function logInWithPasskey(
  services: AuthServices,
  caller: Caller,
  {
    response,
    boundTo,
    device,
  }: { response: AuthenticationResponse; boundTo: string; device: string | null },
): Promise<OpenedSession> {
  const { db, config, limits } = services
  await limits.loginFailures.consume(caller.address)
  const passkey = await verifyPasskey(services, response, { purpose: 'login', boundTo })
  // Null when the account is not active, or the passkey was removed or used meanwhile.
  const open = async (tx: Transaction, used: StoredPasskey) => {
    const account = await lockActive(tx, used.userId)
    if (!account?.isActive || !(await recordPasskeyUse(tx, used))) return null
    const session = await openSession(tx, config, caller, { account, device })
    return { ...session, user: presentUser(account) }
  }
  const opening =
    passkey && countLogin(limits, passkey.userId, () => db.transaction((tx) => open(tx, passkey)))
  const opened = await opening?.catch(async (error: unknown) => {
    if (error instanceof Throttled) await limits.loginFailures.refund(caller.address)
    throw error
  })
  if (!opened) {
    await recordFailure(db, caller, passkey?.userId ?? null)
    throw new InvalidFields({ __all__: [wrongCredentialsMessage] })
  }
  await limits.loginFailures.refund(caller.address)
  return opened
}

/** Ends the session. In a view as a member, it ends the staff user's session and the view. */
export async function logOut({ db }: { db: Database }, caller: SignedInCaller): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await deleteSession(tx, caller.sessionNumber)
    if (ended === null) return
    if (ended.viewingAsId !== null) await recordViewEnd(tx, caller, ended.viewingAsId)
    await recordAuditEvent(tx, caller, { action: 'session.logout', subjectId: caller.id })
  })
}
