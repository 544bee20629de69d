import { hash, verify } from '@node-rs/argon2'

// OWASP's first recommendation for argon2id; the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const MAX_BYTES = 1024

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/**
 * Whether the password is the one of this hash. An account without a hash costs the same time, so
 * that an answer does not tell who exists (security.md 1.2).
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  if (Buffer.byteLength(password) > MAX_BYTES) return false
  if (passwordHash === null) {
    await verify(await decoyHash, password)
    return false
  }
  return verify(passwordHash, password)
}

const decoyHash = hashPassword('the hash of nobody')
