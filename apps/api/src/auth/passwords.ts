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
// Hashing runs in Node's thread pool; a few at a time leave threads for files and names.
const fewAtATime = pLimit(2)

/**
 * Waits for its turn among the hashes, in a queue that has an end: who would wait too long is told
 * so at once. A 503 and not a 429, since it is no fault of who asks. @throws {Unavailable}
 */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (fewAtATime.pendingCount >= loginLimits.maxWaitingHashes)
    throw new Unavailable('too many hashes wait')
  return fewAtATime(work)
}

/** @throws {Unavailable} */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST))
}

/**
 * Whether the password is the one of this hash: ours, or one that Django made (wire.md §7). An
 * account without a hash costs the same work, so that an answer does not tell who exists.
 * @throws {Unavailable}
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  if (Buffer.byteLength(password) > MAX_BYTES) return false
  return inTurn(async () => {
    const own = argon2Part(passwordHash)
    if (own) return verify(own, password)
    if (passwordHash?.startsWith('pbkdf2_sha256$')) return verifyPbkdf2(passwordHash, password)
    await verify(await decoyHash, password)
    return false
  })
}

/** Hashes of the former system, and ours should the cost ever rise. */
export function needsNewHash(passwordHash: string): boolean {
  return !passwordHash.startsWith(OWN_FORMAT)
}

/** Django writes `argon2$` before an ordinary argon2 string. */
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
  const wanted = Buffer.from(expected, 'base64')
  return wanted.length === key.length && timingSafeEqual(wanted, key)
}

const decoyHash = hash('the hash of nobody', COST)
