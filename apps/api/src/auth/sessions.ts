import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import type { SignedInUser, User } from '@carpeta/contract/auth'
import { needsSecondFactor } from '@carpeta/domain/access/second-factor-rules'
import Bowser from 'bowser'
import { type CountryResponse, Reader } from 'mmdb-lib'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import type { Session } from '../http/access.ts'
import { type AuditActor, anonymous, type Caller, type SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'
import type { Account } from '../people/account.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { rememberDevice } from '../throttle/throttle-store.ts'
import { newDeviceEmail } from './auth-emails.ts'
import { callerTransaction } from './caller-transaction.ts'
import {
  deleteOtherSessions,
  deleteOwnSession,
  deleteSession,
  findLiveSession,
  insertSession,
  recordActivity,
} from './sessions-store.ts'

export interface AuthServices {
  db: Database
  config: Config
  limits: RateLimits
}

/** Finds the live session of a cookie's id, or null. Only the hash of the id is stored. */
export async function findSession(
  { db, config }: { db: Database; config: Config },
  id: string | undefined,
): Promise<Session | null> {
  if (!id) return null
  const idHash = tokenHash(id)
  const found = await findLiveSession(db, idHash, config)
  if (found === null) return null
  const { number, user, viewer, ownerHasFactor, isActivityDue } = found
  if (isActivityDue) await recordActivity(db, idHash)
  const session = { number, idHash }
  return viewer
    ? { ...session, user, viewer: withPendingSteps(viewer, ownerHasFactor, config) }
    : { ...session, user: withPendingSteps(user, ownerHasFactor, config), viewer }
}

/** Marks a user who must enroll a second factor before anything else (docs/decisions/sessions.md). */
export function withPendingSteps(
  user: User,
  hasFactor: boolean,
  { requireStaffFactor }: Pick<Config, 'requireStaffFactor'>,
): User {
  if (hasFactor || !requireStaffFactor || !needsSecondFactor(user)) return user
  return { ...user, must_enroll_second_factor: true }
}

/** The signed-in user as the wire sends it; in a view as a member, the member and the viewer. */
export function presentSession({
  user,
  viewer = null,
}: Pick<SignedInCaller, 'user'> & Partial<Pick<SignedInCaller, 'viewer'>>): SignedInUser {
  if (viewer === null) return { ...user, extended: true }
  const name = `${viewer.first_name} ${viewer.last_name}`.trim()
  // The member's own step; it does not concern the viewer.
  const { must_change_password: _, ...member } = user
  return { ...member, extended: true, viewed_by: { id: viewer.id, name } }
}

/** Opens a session of an account that proved who it is; the transaction has locked the account. */
export async function openSession(
  tx: Transaction,
  config: Config,
  caller: Caller,
  { account, device: presented }: { account: Account; device: string | null },
): Promise<{ sessionId: string; device: string }> {
  const sessionId = randomToken()
  const device = presented ?? randomToken()
  const { userAgent, address } = caller
  if (await rememberDevice(tx, account.id, tokenHash(device))) {
    const where = { device: describeDevice(userAgent), place: describePlace(address) }
    await enqueueEmail(tx, newDeviceEmail(account, config, where), config)
  }
  // A login ends the session that the browser already has (ASVS 7.2.4).
  if (caller.sessionNumber !== null) await deleteSession(tx, caller.sessionNumber)
  await insertSession(tx, { idHash: tokenHash(sessionId), userId: account.id, userAgent, address })
  const owner = { ...anonymous(caller), id: account.id }
  await recordAuditEvent(tx, owner, { action: 'session.login', subjectId: account.id })
  return { sessionId, device }
}

/** Ends one of the user's sessions. @throws {NotFound} also for another user's session */
export async function endOwnSession(
  { db }: { db: Database },
  caller: SignedInCaller,
  sessionId: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, { user }) => {
    if (!(await deleteOwnSession(tx, user.id, sessionId))) throw new NotFound()
    await recordAuditEvent(tx, caller, { action: 'session.ended', subjectId: user.id })
  })
}

/** Ends all of the user's sessions except the current one. */
export async function endOtherSessions(
  { db }: { db: Database },
  caller: SignedInCaller,
): Promise<void> {
  const { user, sessionNumber } = caller
  const end = async (tx: Transaction) => {
    const ended = await deleteOtherSessions(tx, user.id, sessionNumber)
    if (ended === 0) return
    const event = { action: 'session.ended_others', subjectId: user.id, after: { ended } } as const
    await recordAuditEvent(tx, caller, event)
  }
  await callerTransaction(db, caller, end, { lock: 'update' })
}

/** Records the end of a view, so that the member can read how long it lasted. */
export async function recordViewEnd(
  tx: Transaction,
  caller: AuditActor,
  memberId: number,
): Promise<void> {
  const object = { type: 'user', id: memberId }
  const viewer = { ...caller, onBehalfOfId: null }
  await recordAuditEvent(tx, viewer, { action: 'member.view_ended', object, subjectId: memberId })
}

const UNKNOWN_DEVICE = 'Equipo desconocido'
const knownBrowsers = new Set(Object.values(Bowser.BROWSER_MAP))
const knownSystems = new Set(Object.values(Bowser.OS_MAP))

/**
 * For example 'Chrome en Android'. Only names that the library knows: of any other browser it repeats
 * what that calls itself, which a thief writes.
 */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return UNKNOWN_DEVICE
  const { browser, os } = Bowser.parse(userAgent)
  const name = browser.name && knownBrowsers.has(browser.name) ? browser.name : null
  if (os.name && knownSystems.has(os.name))
    return `${name ?? 'Navegador desconocido'} en ${os.name}`
  return name ?? UNKNOWN_DEVICE
}

const UNKNOWN_PLACE = 'Lugar desconocido'

/** The country of an address, in Spanish. The server's own tells nothing of where a person is. */
export function describePlace(address: string): string {
  const plain = address.replace(/^::ffff:/, '')
  if (isIP(plain) === 0 || /^(127\.|::1$)/.test(plain)) return UNKNOWN_PLACE
  if (/^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd]|fe80:)/i.test(plain)) return 'Red interna'
  const code = countryCode(plain)
  return (code && countryNames.of(code)) || UNKNOWN_PLACE
}

const countryNames = new Intl.DisplayNames('es-CL', { type: 'region' })

let reader: Reader<CountryResponse> | undefined

/** Reads a table that comes with the package, when first needed; calls no service. */
function countryCode(address: string): string | null {
  const file = createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  )
  reader ??= new Reader(readFileSync(file))
  const record: unknown = reader.get(address)
  if (typeof record !== 'object' || record === null || !('country_code' in record)) return null
  return typeof record.country_code === 'string' ? record.country_code : null
}
