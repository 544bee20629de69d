import { hash, randomBytes } from 'node:crypto'

/** 32 random bytes as 43 characters, safe in a cookie and in a link. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Stored in place of a token, so that a stolen database gives no access. */
export function tokenHash(token: string): string {
  return hash('sha256', token)
}
