import { deriveKey, type SecretKeys } from '../config/secret-keys.ts'

const CHARACTERS = 16

/** Names a secret key and tells nothing about it. */
export function keyId(secretKey: string): string {
  return deriveKey(secretKey, 'carpeta backup key id').toString('hex').slice(0, CHARACTERS)
}

export function keyIds(secretKeys: SecretKeys): string[] {
  return secretKeys.map(keyId)
}
