import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes as 43 characters that are safe in a cookie and in a link. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored in the place of a token, so that a copied database opens nothing. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
