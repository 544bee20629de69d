import type { SecretKeys } from '../../config/secret-keys.ts'
import type { Database } from '../../db/client.ts'
import { chainPendingEntries } from '../chain/chain-pending.ts'
import { readHead } from '../chain/chain-store.ts'
import { type Anchor, anchorOf } from './anchor.ts'
import type { AnchorStorage } from './anchor-storage.ts'

interface Services {
  db: Database
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
