import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey, type SecretKeys } from '../../config/secret-keys.ts'

export interface ChainKey {
  /** Stored with each signature; tells nothing about the key. */
  id: string
  key: Buffer
  /** For single entries: no signature of an entry is that of a link. */
  entryKey: Buffer
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
    entryKey: deriveKey(secretKey, 'carpeta audit entry'),
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
  return isEqual(signLink(key, link), link.signature ?? '')
}

/** Signs an entry until it is chained. */
export function signEntry({ entryKey }: ChainKey, text: string): string {
  return createHmac('sha256', entryKey).update(text).digest('hex')
}

export function isSignatureOfEntry(
  key: ChainKey,
  { text, signature }: { text: string; signature: string },
): boolean {
  return isEqual(signEntry(key, text), signature)
}

function isEqual(computed: string, given: string): boolean {
  const expected = Buffer.from(computed)
  const found = Buffer.from(given)
  return found.length === expected.length && timingSafeEqual(found, expected)
}
