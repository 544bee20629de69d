import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey, type SecretKeys } from '../config/secret-keys.ts'
import type { Email } from './render-email.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts an email for the job queue: it may contain a link, and links are stored only as hashes. */
export function sealEmail(message: Email, [current]: SecretKeys): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(current), iv)
  const body = Buffer.concat([cipher.update(JSON.stringify(message), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

/** @throws when none of the keys fits or the text was changed */
export function openSealedEmail(sealed: string, [current, ...previous]: SecretKeys): Email {
  try {
    return openWith(current, sealed)
  } catch (error) {
    const [next, ...older] = previous
    if (next === undefined) throw error
    return openSealedEmail(sealed, [next, ...older])
  }
}

function openWith(secretKey: string, sealed: string): Email {
  const bytes = Buffer.from(sealed, 'base64')
  const iv = bytes.subarray(0, IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secretKey), iv)
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const body = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
  return JSON.parse(Buffer.concat([body, decipher.final()]).toString('utf8'))
}

function keyFrom(secretKey: string): Buffer {
  // Emails that wait in the queue were encrypted with this info string.
  return deriveKey(secretKey, 'carpeta letters')
}
