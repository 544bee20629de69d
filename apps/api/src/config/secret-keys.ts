import { hkdfSync } from 'node:crypto'

/** `SECRET_KEY`, then `SECRET_KEY_PREVIOUS`: the first signs and encrypts, all verify and decrypt. */
export type SecretKeys = readonly [current: string, ...previous: string[]]

const KEY_BYTES = 32

/** A key for one purpose. What it signs or encrypts tells nothing about the keys of other purposes. */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, KEY_BYTES))
}
