import { access, constants, mkdir } from 'node:fs/promises'
import type { SecretKeys } from '../config/secret-keys.ts'
import type { StorageLocation } from '../config/storage-location.ts'
import type { JobDatabase } from '../db/client.ts'
import { diskAt, writeAndSync } from '../storage/disk.ts'
import { chainPendingEntries } from './chain.ts'
import { type ChainHead, readHead } from './chain-store.ts'

interface Services {
  db: JobDatabase
  secretKeys: SecretKeys
  /** Null without `AUDIT_ANCHOR_URL`. */
  storage: AnchorStorage | null
  log: { info: (message: string) => void }
}

/**
 * Chains what is pending, and writes the head of the audit log to the storage of anchors and to the program's log.
 * @returns null when nothing was added since `last`
 */
export async function anchorAuditLog(
  { db, secretKeys, storage, log }: Services,
  last: Anchor | null,
): Promise<Anchor | null> {
  await chainPendingEntries(db, secretKeys)
  const head = await readHead(db)
  const anchor = head && anchorOf(head, new Date())
  if (!anchor || (anchor.position === last?.position && anchor.hash === last.hash)) return null
  log.info(`audit log head: ${JSON.stringify(anchor)}`)
  await storage?.write(anchor)
  return anchor
}

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
function anchorOf({ keyId, signature, ...head }: ChainHead, now: Date): Anchor | null {
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

/** The folder or bucket of `AUDIT_ANCHOR_URL`. Each anchor is a new object; none is ever replaced. */
export interface AnchorStorage {
  write: (anchor: Anchor) => Promise<void>
  list: () => Promise<Anchor[]>
  /** Writes nothing: an anchor is never removed. @throws when the folder is not writable */
  check: () => Promise<void>
}

export function anchorStorageAt(location: StorageLocation): AnchorStorage {
  const disk = diskAt(location)
  return {
    write: async (anchor) => {
      const content = `${JSON.stringify(anchor)}\n`
      const name = anchorName(anchor)
      if (location.kind === 'folder') await writeAndSync(location.folder, name, content)
      else await (await disk()).put(name, content)
    },
    list: async () => {
      const anchors: Anchor[] = []
      let token: string | undefined
      do {
        const page = await (await disk()).listAll('', token ? { paginationToken: token } : {})
        for (const { name } of page.objects) {
          const anchor = readAnchorName(name)
          if (anchor) anchors.push(anchor)
        }
        token = page.paginationToken
      } while (token)
      return anchors
    },
    check: async () => {
      if (location.kind === 'folder') {
        await mkdir(location.folder, { recursive: true, mode: 0o700 })
        await access(location.folder, constants.R_OK | constants.W_OK | constants.X_OK)
      } else {
        await (await disk()).listAll('')
      }
    },
  }
}
