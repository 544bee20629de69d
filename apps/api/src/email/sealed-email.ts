import { openSealedText, sealText } from '../config/sealed-text.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import type { Email } from './render-email.ts'

// Emails that wait in the queue were encrypted for this purpose.
const PURPOSE = 'carpeta letters'

/** Encrypts an email for the job queue: it may contain a link, and links are stored only as hashes. */
export function sealEmail(message: Email, keys: SecretKeys): string {
  return sealText(JSON.stringify(message), keys, PURPOSE)
}

/** @throws when none of the keys fits or the text was changed */
export function openSealedEmail(sealed: string, keys: SecretKeys): Email {
  return JSON.parse(openSealedText(sealed, keys, PURPOSE))
}
