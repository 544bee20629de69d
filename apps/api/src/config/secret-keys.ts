import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** `SECRET_KEY`, then `SECRET_KEY_PREVIOUS`: the first signs and encrypts, all verify and decrypt. */
export type SecretKeys = readonly [current: string, ...previous: string[]]

const KEY_BYTES = 32

/** A key for one purpose. What it signs or encrypts tells nothing about the keys of other purposes. */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, KEY_BYTES))
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a text that the database stores, for one purpose. */
export function sealText(text: string, [current]: SecretKeys, purpose: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(current, purpose), iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

/** @throws when none of the keys fits or the text was changed */
export function openSealedText(
  sealed: string,
  [current, ...previous]: SecretKeys,
  purpose: string,
): string {
  try {
    return openWith(current, sealed, purpose)
  } catch (error) {
    const [next, ...older] = previous
    if (next === undefined) throw error
    return openSealedText(sealed, [next, ...older], purpose)
  }
}

function openWith(secretKey: string, sealed: string, purpose: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const iv = bytes.subarray(0, IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secretKey, purpose), iv)
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const body = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
  return Buffer.concat([body, decipher.final()]).toString('utf8')
}
