import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import type { Database } from '../db/client.ts'
import { Throttled, Unavailable } from '../http/errors.ts'
import { findById, type LoginCandidate, renewPasswordHash } from '../people/users-store.ts'
import { loginLimits } from '../throttle/limits.ts'

/** OWASP's first recommendation for argon2id, the library's default algorithm; only tests change it. */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const MAX_BYTES = 1024
const MAX_DJANGO_ROUNDS = 2_000_000
/** A salt of 16 bytes and a value of 32 that no password has. */
const DECOY = `${'A'.repeat(22)}$${'A'.repeat(43)}`

const derive = promisify(pbkdf2)
/** Hashing runs in Node's thread pool; two at a time leave threads for files and DNS. */
export const hashQueue = pLimit(2)
const RETRY_SECONDS = 5

/** Who causes a hash: an account name, a user or an address; null for the operator. */
export type HashOwner = string | null

/** How many hashes of each owner wait or run. */
const hashesOf = new Map<HashOwner, number>()

/**
 * Runs a hash in a bounded queue; a full queue refuses at once. It answers 503 and not 429, because
 * the load is not the caller's fault. No owner fills the queue (docs/security.md 2.21).
 * @throws {Unavailable} · {Throttled}
 */
async function queueHash<Result>(
  owner: HashOwner,
  work: () => Promise<Result>,
  stranger: HashOwner = null,
): Promise<Result> {
  const { maxHashesOfOwner, maxHashesOfStrangers, maxWaitingHashes } = loginLimits
  if (hashesNow(owner) >= maxHashesOfOwner || hashesNow(stranger) >= maxHashesOfStrangers) {
    throw new Throttled(RETRY_SECONDS)
  }
  if (hashQueue.pendingCount >= maxWaitingHashes) {
    throw new Unavailable('the queue of hashes is full')
  }
  const owners = [owner, stranger]
  for (const each of owners) hashesOf.set(each, hashesNow(each) + 1)
  try {
    return await hashQueue(work)
  } finally {
    for (const each of owners) {
      if (hashesNow(each) > 1) hashesOf.set(each, hashesNow(each) - 1)
      else hashesOf.delete(each)
    }
  }
}

function hashesNow(owner: HashOwner): number {
  return owner === null ? 0 : (hashesOf.get(owner) ?? 0)
}

/** A hash that no password has, for an account whose password a thief may know. */
export function hashOfNoPassword(): string {
  const base64 = (size: number) => randomBytes(size).toString('base64').replace(/=+$/, '')
  return `${ownFormat()}${base64(16)}$${base64(32)}`
}

/** The owner of the hashes that a signed-in user causes. */
export function userHashes(userId: number): HashOwner {
  return `user:${userId}`
}

/** The owner of those that a user's link causes, which a thief in a session cannot fill. */
export function linkHashes(userId: number): HashOwner {
  return `link:${userId}`
}

/** @throws {Unavailable} · {Throttled} */
export async function hashPassword(password: string, owner: HashOwner): Promise<string> {
  return queueHash(owner, () => hash(password, hashCost))
}

export interface Verification {
  owner: HashOwner
  /** The network of a browser that no account of the name knows: its hashes count together, whatever the names. */
  stranger?: HashOwner
  /** The costs of hashes that accounts still have from the former system (`listFormerHashCosts`). */
  formerCosts?: readonly string[]
  /** As many hashes cost the work of a refusal at least, so that it does not tell how many accounts a name has; 1 unless given. */
  atLeast?: number
  /** Called when the hash leaves the queue. */
  onBegin?: () => void
}

/**
 * Compares a password with a hash of this portal or of Django. A password that does not match costs the
 * same work whichever hash the account has, and without one: one hash of each kind that accounts have.
 * Neither its own time nor that of the hashes behind it in the queue tells them apart
 * (docs/decisions/sessions.md).
 * @throws {Unavailable} · {Throttled}
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  verification: Verification,
): Promise<boolean> {
  const [isMatch = false] = await verifyEach([passwordHash], password, verification)
  return isMatch
}

/**
 * Compares a password with several hashes in one turn of the queue: how long the others there take does not tell
 * how many they are. @throws {Unavailable} · {Throttled}
 */
export async function verifyEach(
  passwordHashes: (string | null)[],
  password: string,
  { owner, stranger = null, formerCosts = [], atLeast = 1, onBegin }: Verification,
): Promise<boolean[]> {
  if (Buffer.byteLength(password) > MAX_BYTES) return passwordHashes.map(() => false)
  const verifyAll = async () => {
    onBegin?.()
    const results: boolean[] = []
    for (const passwordHash of passwordHashes) {
      const isMatch = await matches(passwordHash, password)
      if (!isMatch) await verifyDecoys(passwordHash, password, formerCosts)
      results.push(isMatch)
    }
    if (!results.includes(true)) {
      for (let done = results.length; done < atLeast; done++) {
        await verifyDecoys(null, password, formerCosts)
      }
    }
    return results
  }
  return queueHash(owner, verifyAll, stranger)
}

async function matches(passwordHash: string | null, password: string): Promise<boolean> {
  const own = argon2Part(passwordHash)
  return own ? verify(own, password) : verifyPbkdf2(passwordHash ?? '', password)
}

/** Does the work of all other kinds of hash. */
async function verifyDecoys(
  passwordHash: string | null,
  password: string,
  formerCosts: readonly string[],
): Promise<void> {
  const argon2Costs = new Set([
    ownFormat(),
    ...formerCosts.flatMap((cost) => argon2Cost(cost) ?? []),
  ])
  argon2Costs.delete(argon2Cost(passwordHash) ?? '')
  // A cost that an account's malformed hash names costs nothing there either.
  for (const cost of argon2Costs) await verify(cost + DECOY, password).catch(() => false)
  const rounds = Math.max(0, ...formerCosts.map(pbkdf2Rounds)) - pbkdf2Rounds(passwordHash ?? '')
  if (rounds > 0) await derive(password, 'decoy', rounds, 32, 'sha256')
}

/**
 * Replaces a hash of the former system once its password is known. A concurrent login may have done so;
 * then that hash counts. @throws {Unavailable} · {Throttled}
 */
export async function withNewHash(
  db: Database,
  candidate: LoginCandidate,
  password: string,
  owner: HashOwner,
): Promise<LoginCandidate> {
  const { account, passwordHash } = candidate
  if (!needsNewHash(passwordHash ?? '')) return candidate
  const renewed = await hashPassword(password, owner)
  if (await renewPasswordHash(db, account.id, { former: passwordHash, renewed })) {
    return { ...candidate, passwordHash: renewed }
  }
  const current = await findById(db, account.id)
  const isMatch = await verifyPassword(current?.passwordHash ?? null, password, { owner })
  return current && isMatch ? current : candidate
}

/** True for hashes of the former system, and for those of another cost. */
export function needsNewHash(passwordHash: string): boolean {
  return !passwordHash.startsWith(ownFormat())
}

function ownFormat(): string {
  const { memoryCost, timeCost, parallelism } = hashCost
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
}

/** Django puts `argon2` before a standard PHC string. */
function argon2Part(passwordHash: string | null): string | null {
  const text = passwordHash?.replace(/^argon2(?=\$argon2)/, '') ?? ''
  return text.startsWith('$argon2') ? text : null
}

/** Algorithm and parameters, up to the salt. */
function argon2Cost(passwordHash: string | null): string | null {
  return /^\$\w+\$v=\d+\$[mtp=,\d]+\$/.exec(argon2Part(passwordHash) ?? '')?.[0] ?? null
}

/** Zero for a hash of another kind, and for one that is not verified. */
function pbkdf2Rounds(passwordHash: string): number {
  const [kind, text = ''] = passwordHash.split('$')
  const rounds = kind === 'pbkdf2_sha256' && /^\d+$/.test(text) ? Number(text) : 0
  return rounds > MAX_DJANGO_ROUNDS ? 0 : rounds
}

async function verifyPbkdf2(passwordHash: string, password: string): Promise<boolean> {
  const rounds = pbkdf2Rounds(passwordHash)
  if (rounds === 0) return false
  const [, , salt = '', expected = ''] = passwordHash.split('$')
  const key = await derive(password, salt, rounds, 32, 'sha256')
  const expectedKey = Buffer.from(expected, 'base64')
  return expectedKey.length === key.length && timingSafeEqual(expectedKey, key)
}
