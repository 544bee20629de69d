import { pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Unavailable } from '../http/errors.ts'
import { loginLimits } from '../throttle/limits.ts'

// OWASP's first recommendation for argon2id, the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const OWN_FORMAT = '$argon2id$v=19$m=19456,t=2,p=1$'
const MAX_BYTES = 1024
const MAX_DJANGO_ITERATIONS = 2_000_000

const derive = promisify(pbkdf2)
// Hashing runs in Node's thread pool; two at a time leave threads for files and DNS.
const hashQueue = pLimit(2)

/**
 * Runs a hash in a bounded queue; a full queue refuses at once. It answers 503 and not 429, because
 * the load is not the caller's fault. @throws {Unavailable}
 */
function queueHash<Result>(work: () => Promise<Result>): Promise<Result> {
  if (hashQueue.pendingCount >= loginLimits.maxWaitingHashes)
    throw new Unavailable('the queue of hashes is full')
  return hashQueue(work)
}

/** @throws {Unavailable} */
export async function hashPassword(password: string): Promise<string> {
  return queueHash(() => hash(password, COST))
}

/**
 * Compares a password with a hash of this portal or of Django. An account without a hash costs the
 * same work, so that the time does not tell which accounts exist.
 * @throws {Unavailable}
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  if (Buffer.byteLength(password) > MAX_BYTES) return false
  return queueHash(async () => {
    const own = argon2Part(passwordHash)
    if (own) return verify(own, password)
    if (passwordHash?.startsWith('pbkdf2_sha256$')) return verifyPbkdf2(passwordHash, password)
    await verify(await decoyHash, password)
    return false
  })
}

/** True for hashes of the former system, and for those of another cost. */
export function needsNewHash(passwordHash: string): boolean {
  return !passwordHash.startsWith(OWN_FORMAT)
}

/** Django puts `argon2` before a standard PHC string. */
function argon2Part(passwordHash: string | null): string | null {
  const text = passwordHash?.replace(/^argon2(?=\$argon2)/, '') ?? ''
  return text.startsWith('$argon2') ? text : null
}

async function verifyPbkdf2(passwordHash: string, password: string): Promise<boolean> {
  const [, rounds = '', salt = '', expected = ''] = passwordHash.split('$')
  const iterations = Number(rounds)
  if (!Number.isInteger(iterations) || iterations < 1) return false
  if (iterations > MAX_DJANGO_ITERATIONS) return false
  const key = await derive(password, salt, iterations, 32, 'sha256')
  const expectedKey = Buffer.from(expected, 'base64')
  return expectedKey.length === key.length && timingSafeEqual(expectedKey, key)
}

const decoyHash = hash('decoy', COST)
