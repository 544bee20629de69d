import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey, type SecretKeys } from '../config/secret-keys.ts'
import type { BeforeCommit, JobDatabase, Transaction } from '../db/client.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import {
  type ChainLink,
  dropChained,
  insertLinks,
  insertPending,
  listPending,
  lockHead,
  PENDING_BATCH,
  type PendingEntry,
  type StoredPending,
} from './chain-store.ts'

export const ANCHOR_AUDIT_LOG = 'anchor_audit_log'

/** The head is written at least once in so many entries, besides every five minutes. */
const ANCHOR_EVERY = 500

interface WrittenEntry {
  id: number
  at: string
  text: string
}

const unsigned = new WeakMap<Transaction, WrittenEntry[]>()

/** The commit of this transaction will sign the entry. */
export function signAtCommit(tx: Transaction, entry: WrittenEntry): void {
  const entries = unsigned.get(tx)
  if (entries) entries.push(entry)
  else unsigned.set(tx, [entry])
}

/** Signs the entries of a transaction, each by itself: commits wait for no other one. */
export function signEntries(secretKeys: SecretKeys): BeforeCommit {
  const [key] = chainKeys(secretKeys)
  return async (tx) => {
    const entries = unsigned.get(tx)
    if (!entries) return
    unsigned.delete(tx)
    const pending = entries.map(({ id, at, text }): PendingEntry => {
      return { entryId: id, at, keyId: key.id, signature: signEntry(key, text) }
    })
    await insertPending(tx, pending)
  }
}

interface ChainedEntries {
  chained: number
  /** Entries that were changed or forged before they were chained; they stay out of the chain. */
  refused: number[]
}

/**
 * Chains every committed entry. An entry that is committed later has a row of its own in the list of
 * pending ones, so none is skipped, in whatever order transactions end.
 */
export async function chainPendingEntries(
  db: JobDatabase,
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
function signEntry({ entryKey }: ChainKey, text: string): string {
  return createHmac('sha256', entryKey).update(text).digest('hex')
}

function isSignatureOfEntry(
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
