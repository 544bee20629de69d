import { createHash } from 'node:crypto'
import type { SecretKeys } from '../../config/secret-keys.ts'
import type { Database, Transaction } from '../../db/client.ts'
import { enqueueJob } from '../../jobs/jobs-store.ts'
import { ANCHOR_AUDIT_LOG, ANCHOR_EVERY } from '../anchors/anchor-job.ts'
import { type ChainKey, chainKeys, isSignatureOfEntry, signLink } from './chain-keys.ts'
import { type ChainLink, insertLinks, lockHead } from './chain-store.ts'
import { dropChained, listPending, PENDING_BATCH, type StoredPending } from './pending-store.ts'

export interface ChainedEntries {
  chained: number
  /** Entries that were changed or forged before they were chained; they stay out of the chain. */
  refused: number[]
}

/**
 * Chains every committed entry. An entry that is committed later has a row of its own in the list of
 * pending ones, so none is skipped, in whatever order transactions end.
 */
export async function chainPendingEntries(
  db: Database,
  secretKeys: SecretKeys,
): Promise<ChainedEntries> {
  const keys = chainKeys(secretKeys)
  const total: ChainedEntries = { chained: 0, refused: [] }
  let after = 0
  for (;;) {
    const { batch, chained, refused } = await db.transaction((tx) => chainBatch(tx, keys, after))
    total.chained += chained
    total.refused.push(...refused)
    if (batch.length < PENDING_BATCH) return total
    after = batch.at(-1)?.entryId ?? after
  }
}

/** Links and the list change in one transaction: a crash leaves neither or both. */
async function chainBatch(
  tx: Transaction,
  keys: readonly [ChainKey, ...ChainKey[]],
  after: number,
): Promise<ChainedEntries & { batch: StoredPending[] }> {
  const head = await lockHead(tx)
  const batch = await listPending(tx, after)
  const judged = batch.map((entry) => ({ ...entry, verdict: judge(entry, keys) }))
  const before = head?.position ?? 0
  let hash = head?.hash ?? ''
  const links = judged
    .filter(({ verdict }) => verdict === 'signed')
    .map(({ entryId, text }, index): ChainLink => {
      hash = hashOf(hash, text ?? '')
      const position = before + index + 1
      const signature = signLink(keys[0], { position, hash })
      return { position, entryId, hash, keyId: keys[0].id, signature }
    })
  if (links.length > 0) await insertLinks(tx, links as [ChainLink, ...ChainLink[]])
  const isAnchorDue =
    Math.floor((before + links.length) / ANCHOR_EVERY) > Math.floor(before / ANCHOR_EVERY)
  if (isAnchorDue) await enqueueJob(tx, ANCHOR_AUDIT_LOG, {})
  const over = judged.filter(({ verdict }) => verdict === 'signed' || verdict === 'chained')
  if (over.length > 0) {
    await dropChained(
      tx,
      over.map(({ entryId }) => entryId),
    )
  }
  const refused = judged.filter(({ verdict }) => verdict === 'forged')
  return { batch, chained: links.length, refused: refused.map(({ entryId }) => entryId) }
}

/**
 * Whether the program wrote the entry as it is. One of a key that is not known here waits for a
 * process that knows it: while `SECRET_KEY` is changed, processes have different ones.
 */
export function judge(
  { keyId, signature, text, isChained }: StoredPending,
  keys: readonly ChainKey[],
): 'signed' | 'chained' | 'forged' | 'unknown key' {
  if (isChained) return 'chained'
  const key = keys.find(({ id }) => id === keyId)
  if (key === undefined) return 'unknown key'
  return text !== null && isSignatureOfEntry(key, { text, signature }) ? 'signed' : 'forged'
}

export function hashOf(previous: string, text: string): string {
  return createHash('sha256').update(previous).update(text).digest('hex')
}
