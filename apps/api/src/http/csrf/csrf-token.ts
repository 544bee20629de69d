import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { SecretKeys } from '../../config/secret-keys.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const HALF = 32

/**
 * 32 random characters and their signature of 32, bound to a session or an anonymous visitor.
 * The format is Django's; the signature stops forged pairs (docs/security.md 4.4).
 */
export function makeCsrfToken([current]: SecretKeys, boundTo: string): string {
  const random = Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return random + signature(current, boundTo, random)
}

export function isCsrfTokenOf(keys: SecretKeys, boundTo: string, token: string): boolean {
  const random = token.slice(0, HALF)
  const given = Buffer.from(token)
  return keys.some((key) => {
    const expected = Buffer.from(random + signature(key, boundTo, random))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function signature(key: string, boundTo: string, random: string): string {
  const digest = createHmac('sha256', key).update(`csrf:${boundTo}:${random}`).digest('hex')
  let number = BigInt(`0x${digest}`)
  let text = ''
  for (let i = 0; i < HALF; i++) {
    text += ALPHABET[Number(number % 62n)]
    number /= 62n
  }
  return text
}
