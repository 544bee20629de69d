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
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import { anonymous, type Caller, networksOf } from '../http/caller.ts'
import { InvalidFields, SecondFactorRequired, Throttled, Unavailable } from '../http/errors.ts'
import { tokenHash } from '../http/tokens.ts'
import { type Account, presentUser } from '../people/account.ts'
import {
  findByEmail,
  findByRut,
  type LoginCandidate,
  listFormerHashCosts,
  lockActive,
  lockIfUnchanged,
} from '../people/users-store.ts'
import { loginLimits } from '../throttle/limits.ts'
import { countDone } from '../throttle/rate-limits.ts'
import {
  accountKey,
  listDeviceUsers,
  refundAttempts,
  resetLoginAttempts,
  takeAttempt,
  unknownNameKey,
} from '../throttle/throttle-store.ts'
import { knownPasswordEmail, manyFailuresEmail } from './auth-emails.ts'
import { verifyPasskey } from './passkeys.ts'
import { type HashOwner, type Verification, verifyEach, withNewHash } from './passwords.ts'
import { type UseCode, verifyRecoveryCode } from './second-factor.ts'
import { listMethods, recordPasskeyUse, type StoredPasskey } from './second-factor-store.ts'
import { type AuthServices, openSession, recordViewEnd, withPendingSteps } from './sessions.ts'
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
  const { db } = services
  const { mode, name } = readName(credentials)
  const candidates = await (mode === 'email' ? findByEmail(db, name) : findByRut(db, name))
  const counted = await countAttempt(services, caller, { name, candidates, ...credentials })

  const formerCosts = await listFormerHashCosts(db)
  let floor: Promise<void> | undefined
  // Counts from the hash on: before it, a refusal waits in the queue for as long as others need.
  const onBegin = () => {
    floor = delay(services.refusalFloorMs, undefined, { ref: false })
  }
  // By the typed name: a count by account would tell which email belongs to which rut.
  const atLeast = mode === 'email' ? 2 : 1
  const stranger = counted.isStranger ? `address:${networksOf(caller.address).visitor}` : null
  const verification = { owner: name, stranger, formerCosts, onBegin, atLeast }
  const attempt = { ...credentials, ...counted, verification }
  const opening = openMatchingSession(services, caller, attempt)
  const session = await opening.catch(async (error: unknown) => {
    if (!isGuess(error)) await counted.refund()
    if (error instanceof WrongCode) {
      await recordFailure(db, caller, error.account.id)
      await tellKnownPassword(services, error.account)
      await floor
      throw new InvalidFields({ code: [secondFactorMessages.wrongCode] })
    }
    throw error
  })
  if (session) {
    await counted.refundAddress()
    return session
  }
  const [only, second] = candidates
  await recordFailure(db, caller, only && !second ? only.account.id : null)
  await floor
  // The password may be that of an account which was not tried.
  if (counted.waitSeconds !== null) throw new Throttled(counted.waitSeconds)
  throw new InvalidFields({ __all__: [wrongCredentialsMessage] })
}

/** Once a day: an owner who mistypes the code knows it, and a thief who guesses at it is told of at once. */
async function tellKnownPassword(
  { db, config, limits }: LogInServices,
  account: Account,
): Promise<void> {
  if (!(await limits.knownPasswordNotices.tryConsume(String(account.id)))) return
  await enqueueEmail(db, knownPasswordEmail(account, config), config)
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

/** The hash of the caller's device if this account knows it, with a count that other browsers cannot fill; else null. */
type DeviceOf = (userId: number) => string | null

interface CountedAttempt {
  /** The accounts of this name that need not wait. */
  candidates: LoginCandidate[]
  /** How long the first of the others waits; null without others. */
  waitSeconds: number | null
  deviceOf: DeviceOf
  /** Some account of this name does not know the browser, or none has it. */
  isStranger: boolean
  /** Takes back an attempt that was no guess. */
  refund: () => Promise<void>
  /**
   * After a login, which has deleted its own account's count. It was a guess at the others that share the email: who
   * may choose the password of one would otherwise try that of the other.
   */
  refundAddress: () => Promise<void>
}

/**
 * Counts an attempt before its password is verified, so that parallel guesses count. Guesses of an account's
 * rut and email count together; an email that two accounts share counts for both, for each by the devices that it
 * knows, and is refused only when both must wait. The address comes first: one that is refused locks no account (docs/security.md 2.16),
 * and admits a device to the accounts that know it. It does not count for a device that all of them know.
 * @throws {Throttled}
 */
async function countAttempt(
  { db, limits }: LogInServices,
  { address }: Caller,
  {
    name,
    candidates,
    device,
  }: { name: string; candidates: LoginCandidate[]; device: string | null },
): Promise<CountedAttempt> {
  const deviceOf = await findDeviceOf(db, device)
  const ids = candidates.map(({ account }) => account.id)
  const keyOf = (id: number) => accountKey(id, deviceOf(id))
  const knownBy = ids.filter((id) => deviceOf(id) !== null)
  const isStranger = ids.length === 0 || knownBy.length < ids.length
  const waits: number[] = []
  if (isStranger) {
    await limits.loginFailures.consume(address).catch((error: unknown) => {
      if (!(error instanceof Throttled) || knownBy.length === 0) throw error
      waits.push(error.seconds)
    })
  }
  const isAddressFull = waits.length > 0
  const refundAddress = async () => {
    if (isStranger && !isAddressFull) await limits.loginFailures.refund(address)
  }
  const tries = isAddressFull ? knownBy : ids
  const keys = ids.length === 0 ? [unknownNameKey(name)] : tries.map(keyOf)
  const taken: string[] = []
  for (const key of keys) {
    const attempt = await takeAttempt(db, key)
    if (attempt.allowed) taken.push(key)
    else waits.push(attempt.waitSeconds)
  }
  const waitSeconds = waits.length === 0 ? null : Math.min(...waits)
  if (taken.length === 0) {
    await refundAddress()
    throw new Throttled(waitSeconds ?? 0)
  }
  const refund = async () => {
    await refundAttempts(db, taken)
    await refundAddress()
  }
  const tried = candidates.filter(({ account }) => taken.includes(keyOf(account.id)))
  return { candidates: tried, waitSeconds, deviceOf, isStranger, refund, refundAddress }
}

async function findDeviceOf(db: Database, device: string | null): Promise<DeviceOf> {
  if (!device) return () => null
  const hash = tokenHash(device)
  const users = await listDeviceUsers(db, hash)
  return (userId) => (users.includes(userId) ? hash : null)
}

interface Attempt extends Credentials {
  candidates: LoginCandidate[]
  deviceOf: DeviceOf
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
  const { deviceOf, password, device, verification } = attempt
  const candidate = await findMatchingAccount(attempt)
  if (!candidate) return null
  const { owner } = verification
  const { account, passwordHash } = await withNewHash(db, candidate, password, owner)
  const code = attempt.code?.trim() ?? ''
  const useCode = code === '' ? null : await verifyCode(services, account, { code, owner })
  const open = async (tx: Transaction) => {
    if (!(await lockIfUnchanged(tx, account.id, passwordHash))) return null
    const methods = await requireSecondFactor(tx, caller, account, { code, useCode })
    await tellFailures(tx, account, { knownDevice: deviceOf(account.id), counted: 1 }, config)
    const session = await openSession(tx, config, caller, { account, device })
    return { ...session, user: withPendingSteps(presentUser(account), methods.length > 0, config) }
  }
  return countDone(limits.logins, account.id, () => db.uncheckedTransaction(open))
}

/** Deletes the account's counts and tells the owner of many failures. */
async function tellFailures(
  tx: Transaction,
  account: Account,
  login: { knownDevice: string | null; counted: 0 | 1 },
  config: Config,
): Promise<void> {
  const failures = await failuresBefore(tx, account.id, login)
  if (failures < loginLimits.failuresBeforeNotice) return
  await enqueueEmail(tx, manyFailuresEmail(account, config), config)
}

/** Two accounts may share an email. A password that matches both opens neither. */
async function findMatchingAccount({
  candidates,
  password,
  verification,
}: Attempt): Promise<LoginCandidate | null> {
  const hashes = candidates.map(({ passwordHash }) => passwordHash)
  const results = await verifyEach(hashes, password, verification)
  const [only, second] = candidates.filter((_, i) => results[i])
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
  readonly account: Account

  constructor(account: Account) {
    super('wrong code')
    this.account = account
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
  account: Account,
  { code, useCode }: { code: string; useCode: UseCode | null },
): Promise<SecondFactorMethod[]> {
  const methods = await listMethods(tx, account.id)
  if (methods.length === 0) return methods
  if (code === '') throw new SecondFactorRequired(methods)
  const isUsed = await useCode?.(tx, { ...anonymous(caller), id: account.id })
  if (!isUsed) throw new WrongCode(account)
  return methods
}

/** A successful attempt with a password is itself on its own count, so it is subtracted there. */
async function failuresBefore(
  tx: Transaction,
  userId: number,
  { knownDevice, counted }: { knownDevice: string | null; counted: 0 | 1 },
): Promise<number> {
  const ownFailures = (await resetLoginAttempts(tx, [accountKey(userId, knownDevice)])) - counted
  if (knownDevice === null) return ownFailures
  const sharedFailures = await resetLoginAttempts(tx, [accountKey(userId, null)])
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
  const passkey = await verifyPasskey(services, response, { purpose: 'login', boundTo })
  const deviceOf = await findDeviceOf(db, device)
  // Null when the account is not active, or the passkey was removed or used meanwhile.
  const open = async (tx: Transaction, used: StoredPasskey) => {
    const account = await lockActive(tx, used.userId)
    if (!account?.isActive || !(await recordPasskeyUse(tx, used))) return null
    await tellFailures(tx, account, { knownDevice: deviceOf(account.id), counted: 0 }, config)
    const session = await openSession(tx, config, caller, { account, device })
    return { ...session, user: presentUser(account) }
  }
  const opened =
    passkey &&
    (await countDone(limits.logins, passkey.userId, () =>
      db.uncheckedTransaction((tx) => open(tx, passkey)),
    ))
  if (opened) return opened
  // Nobody guesses a signature, so the address is asked only after a wrong one.
  await limits.loginFailures.consume(caller.address)
  await recordFailure(db, caller, passkey?.userId ?? null)
  throw new InvalidFields({ __all__: [wrongCredentialsMessage] })
}

/**
 * Ends the session. In a view as a member, it ends the staff user's session and the view. A view of a member whom
 * nobody may view any more admits nobody: it is found by its cookie's id.
 */
export async function logOut(
  { db }: { db: Database },
  caller: Caller,
  sessionId: string | undefined,
): Promise<void> {
  const session = caller.sessionNumber ?? (sessionId ? tokenHash(sessionId) : null)
  if (session === null) return
  await db.uncheckedTransaction(async (tx) => {
    const ended = await deleteSession(tx, session)
    if (ended === null) return
    const owner = { ...caller, id: ended.userId }
    if (ended.viewingAsId !== null) await recordViewEnd(tx, owner, ended.viewingAsId)
    await recordAuditEvent(tx, owner, { action: 'session.logout', subjectId: owner.id })
  })
}
