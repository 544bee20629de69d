import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts one value for its person; `place` binds it to its fact. */
export function seal(value: unknown, key: Buffer, place: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

/** @throws when the key or the place differs, or the text was changed */
export function openSeal(sealed: string, key: Buffer, place: string): unknown {
  const bytes = Buffer.from(sealed, 'base64')
  const body = bytes.subarray(IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8'))
}
