import type { ChainHead } from '../chain/chain-store.ts'

/** The head of the chain at an instant, written where the database's administrator cannot change it. */
export interface Anchor {
  position: number
  hash: string
  keyId: string
  signature: string
  /** ISO 8601, UTC. */
  at: string
}

const NAME =
  /^(?<position>\d{12})-(?<day>\d{8})T(?<time>\d{9})Z-(?<hash>[0-9a-f]{64})-(?<keyId>[0-9a-f]{16})-(?<signature>[0-9a-f]{64})\.json$/

/** Null for an unsigned head. */
export function anchorOf({ keyId, signature, ...head }: ChainHead, now: Date): Anchor | null {
  if (keyId === null || signature === null) return null
  return { ...head, keyId, signature, at: now.toISOString() }
}

/** Says everything, so that a listing is enough to compare; in the order of the log. */
export function anchorName({ position, at, hash, keyId, signature }: Anchor): string {
  const instant = at.replaceAll(/[-:.]/g, '')
  return `${String(position).padStart(12, '0')}-${instant}-${hash}-${keyId}-${signature}.json`
}

/** Null for a file that is no anchor. */
export function readAnchorName(name: string): Anchor | null {
  const found = NAME.exec(name)?.groups
  if (!found) return null
  const { position = '', day = '', time = '', hash = '', keyId = '', signature = '' } = found
  const date = day.replace(/(....)(..)(..)/, '$1-$2-$3')
  const at = `${date}T${time.replace(/(..)(..)(..)(...)/, '$1:$2:$3.$4')}Z`
  return { position: Number(position), at, hash, keyId, signature }
}
