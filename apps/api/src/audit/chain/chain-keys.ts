import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey, type SecretKeys } from '../../config/secret-keys.ts'

export interface ChainKey {
  /** Stored with each signature; tells nothing about the key. */
  id: string
  key: Buffer
}

const ID_CHARACTERS = 16

/** The keys that sign the audit chain: the first signs, all verify. */
export function chainKeys([current, ...previous]: SecretKeys): [ChainKey, ...ChainKey[]] {
  return [chainKey(current), ...previous.map(chainKey)]
}

function chainKey(secretKey: string): ChainKey {
  return {
    id: deriveKey(secretKey, 'carpeta audit chain id').toString('hex').slice(0, ID_CHARACTERS),
    key: deriveKey(secretKey, 'carpeta audit chain'),
  }
}

/** Signs a link; by its hash the signature covers every earlier entry too. */
export function signLink(
  { key }: ChainKey,
  { position, hash }: { position: number; hash: string },
): string {
  return createHmac('sha256', key).update(`${position}:${hash}`).digest('hex')
}

export function isSignatureOf(
  key: ChainKey,
  link: { position: number; hash: string; signature: string | null },
): boolean {
  const expected = Buffer.from(signLink(key, link))
  const given = Buffer.from(link.signature ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
