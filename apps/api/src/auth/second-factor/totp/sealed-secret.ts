import { openSealedText, sealText } from '../../../config/sealed-text.ts'
import type { SecretKeys } from '../../../config/secret-keys.ts'

const PURPOSE = 'carpeta totp secrets'

/** Encrypts the secret of a code application: verifying a code needs it in clear. */
export function sealSecret(secret: string, keys: SecretKeys): string {
  return sealText(secret, keys, PURPOSE)
}

/** @throws when none of the keys fits */
export function openSecret(sealed: string, keys: SecretKeys): string {
  return openSealedText(sealed, keys, PURPOSE)
}

/** The secret encrypted with the present key; null when it already is, or when no key fits. */
export function resealed(sealed: string, keys: SecretKeys): string | null {
  const [current] = keys
  if (opens(sealed, [current]) || !opens(sealed, keys)) return null
  return sealSecret(openSecret(sealed, keys), keys)
}

function opens(sealed: string, keys: SecretKeys): boolean {
  try {
    openSecret(sealed, keys)
    return true
  } catch {
    return false
  }
}
