import { createHash } from 'node:crypto'
import type { SecretKeys } from '../../config/secret-keys.ts'
import type { BeforeCommit, Transaction } from '../../db/client.ts'
import { enqueueJob } from '../../jobs/jobs-store.ts'
import { ANCHOR_AUDIT_LOG, ANCHOR_EVERY } from '../anchors/anchor-job.ts'
import { chainKeys, signLink } from './chain-keys.ts'
import { type ChainLink, insertLinks, lockHead } from './chain-store.ts'

interface UnchainedEntry {
  id: number
  text: string
}

const unchained = new WeakMap<Transaction, UnchainedEntry[]>()

/** The commit of this transaction will chain the entry. */
export function chainAtCommit(tx: Transaction, entry: UnchainedEntry): void {
  unchained.set(tx, [...(unchained.get(tx) ?? []), entry])
}

/**
 * Chains and signs the entries of a transaction. It runs last, so that the one lock of the chain is
 * held for an instant only, and no two transactions wait for each other.
 */
export function chainEntries(secretKeys: SecretKeys): BeforeCommit {
  const [key] = chainKeys(secretKeys)
  return async (tx) => {
    const entries = unchained.get(tx)
    if (!entries) return
    unchained.delete(tx)
    const head = await lockHead(tx)
    const before = head?.position ?? 0
    let hash = head?.hash ?? ''
    const links = entries.map(({ id, text }, index): ChainLink => {
      hash = hashOf(hash, text)
      const position = before + index + 1
      const signature = signLink(key, { position, hash })
      return { position, entryId: id, hash, keyId: key.id, signature }
    })
    await insertLinks(tx, links as [ChainLink, ...ChainLink[]])
    if (Math.floor((before + links.length) / ANCHOR_EVERY) > Math.floor(before / ANCHOR_EVERY)) {
      await enqueueJob(tx, ANCHOR_AUDIT_LOG, {})
    }
  }
}

export function hashOf(previous: string, text: string): string {
  return createHash('sha256').update(previous).update(text).digest('hex')
}
