import type { SecretKeys } from '../config/secret-keys.ts'
import type { JobDatabase, Transaction } from '../db/client.ts'
import type { Anchor } from './anchors.ts'
import { type ChainKey, chainKeys, hashOf, isSignatureOf, judge } from './chain.ts'
import {
  type ArchivedEntries,
  findUnchainedEntry,
  linksInOrder,
  listPending,
  readArchived,
  readOneMoment,
  type StoredLink,
} from './chain-store.ts'

export interface AuditChainFault {
  position: number
  entryId: number | null
  fault: 'changed' | 'missing' | 'not chained' | 'not signed' | 'wrong signature' | 'unknown key'
}

export interface AnchorFault {
  anchor: Anchor
  /** `cut off`: the log ends before it. `replaced`: another entry is at its position. */
  fault: 'cut off' | 'replaced' | 'not ours'
}

export interface AuditChainState {
  /** In the chain. */
  entries: number
  /** How many of them an earlier version moved to archives. */
  archived: number
  /** Written in the last minute, signed, and not chained yet. */
  pending: number
  /** The last hash; an operator who stores it elsewhere notices a log cut off at its end. */
  head: string
  firstFault: AuditChainFault | null
  /** Whether the head of an earlier check is still in the chain. */
  containsExpected: boolean
  /** Entries signed with a key that is not configured any more. */
  unknownKeys: number
  /** Entries of a version without keys. */
  unsigned: number
  anchorFaults: AnchorFault[]
}

/** So long the version without keys, or the former key, may still write beside the present one. */
const CHANGEOVER_MS = 86_400_000

interface Options {
  secretKeys: SecretKeys
  anchors?: readonly Anchor[]
  expectedHead?: string | undefined
}

/** Computes every hash and signature again, and compares the chain with its anchors. */
export function verifyAuditChain(db: JobDatabase, options: Options): Promise<AuditChainState> {
  return db.transaction(async (tx) => {
    await readOneMoment(tx)
    return verify(tx, options)
  })
}

async function verify(
  tx: Transaction,
  { secretKeys, anchors = [], expectedHead }: Options,
): Promise<AuditChainState> {
  const keys = chainKeys(secretKeys)
  const unseen = new Set(anchors)
  const state: AuditChainState = {
    entries: 0,
    archived: 0,
    pending: 0,
    head: '',
    firstFault: null,
    containsExpected: expectedHead === undefined,
    unknownKeys: 0,
    unsigned: 0,
    anchorFaults: [],
  }
  const signing = new SigningOrder(keys)
  const byPosition = Map.groupBy(anchors, ({ position }) => position)
  const archived = await readArchived(tx)
  for await (const link of linksInOrder(tx)) {
    const { position, entryId, hash, keyId } = link
    const skipped = skipArchived(link, state, archived)
    for (const anchor of skipped ? unseen : []) {
      if (anchor.position > state.entries && anchor.position < position) unseen.delete(anchor)
    }
    const fault = linkFault(link, state, skipped) ?? signing.faultOf(link)
    if (fault)
      state.firstFault ??= { position, entryId: link.text === null ? null : entryId, fault }
    if (keyId === null) state.unsigned++
    else if (!keys.some(({ id }) => id === keyId)) state.unknownKeys++
    state.entries = position
    state.head = hash
    state.containsExpected ||= hash === expectedHead
    for (const anchor of byPosition.get(position) ?? []) {
      unseen.delete(anchor)
      if (anchor.hash !== hash) state.anchorFaults.push({ anchor, fault: 'replaced' })
    }
  }
  const entryId = await findUnchainedEntry(tx)
  if (entryId !== null) {
    state.firstFault ??= { position: state.entries + 1, entryId, fault: 'not chained' }
  }
  await verifyPending(tx, keys, state)
  for (const anchor of unseen) state.anchorFaults.push({ anchor, fault: 'cut off' })
  state.anchorFaults = state.anchorFaults.map((found) => judged(found, keys))
  return state
}

/** An entry before its turn in the chain has a signature of its own. */
async function verifyPending(
  tx: Transaction,
  keys: readonly ChainKey[],
  state: AuditChainState,
): Promise<void> {
  for (let after = 0; ; ) {
    const batch = await listPending(tx, after)
    for (const entry of batch) {
      const { entryId, text } = entry
      const verdict = judge(entry, keys)
      if (verdict !== 'chained') state.pending++
      if (verdict === 'unknown key') state.unknownKeys++
      if (verdict !== 'forged') continue
      const position = state.entries + 1
      state.firstFault ??=
        text === null
          ? { position, entryId: null, fault: 'missing' }
          : { position, entryId, fault: 'wrong signature' }
    }
    const last = batch.at(-1)
    if (!last) return
    after = last.entryId
  }
}

/**
 * Counts the positions before this link that were archived. The chain goes on from its signed hash,
 * since the one before it is in the archive.
 */
function skipArchived(
  { position }: StoredLink,
  state: AuditChainState,
  { entries, recordedAt }: ArchivedEntries,
): boolean {
  const missing = position - state.entries - 1
  if (missing <= 0 || position > (recordedAt ?? 0) || state.archived + missing > entries) {
    return false
  }
  state.archived += missing
  return true
}

function linkFault(
  { position, hash, text, keyId }: StoredLink,
  { entries, head }: { entries: number; head: string },
  isAfterArchive: boolean,
): AuditChainFault['fault'] | null {
  if (text === null) return 'missing'
  if (isAfterArchive) return keyId === null ? 'not signed' : null
  if (position !== entries + 1) return 'missing'
  return hash === hashOf(head, text) ? null : 'changed'
}

/**
 * Without a key nobody can sign an entry. Unsigned entries belong before the upgrade to signatures,
 * and those of a key that is gone before those of a later key. While machines change over one after
 * the other, both are written.
 */
class SigningOrder {
  readonly #keys: readonly ChainKey[]
  readonly #formerIds = new Set<string>()
  #firstSigned: number | null = null
  #lastSigned = 0
  #firstVerified: number | null = null
  #lastVerified = 0

  constructor(keys: readonly ChainKey[]) {
    this.#keys = keys
  }

  faultOf(link: StoredLink): AuditChainFault['fault'] | null {
    if (link.keyId === null) return this.#isAfterUpgrade() ? 'not signed' : null
    this.#lastSigned = link.at?.getTime() ?? this.#lastSigned
    this.#firstSigned ??= this.#lastSigned
    const key = this.#keys.find(({ id }) => id === link.keyId)
    if (key === undefined) return this.#isFormer(link.keyId) ? null : 'unknown key'
    if (!isSignatureOf(key, link)) return 'wrong signature'
    this.#lastVerified = this.#lastSigned
    this.#firstVerified ??= this.#lastVerified
    return null
  }

  #isAfterUpgrade(): boolean {
    return this.#firstSigned !== null && this.#lastSigned - this.#firstSigned > CHANGEOVER_MS
  }

  /** Judged by the time of entries that were verified: anybody may write the time of another. */
  #isFormer(keyId: string): boolean {
    if (this.#firstVerified === null) this.#formerIds.add(keyId)
    return (
      this.#formerIds.has(keyId) && this.#lastVerified - (this.#firstVerified ?? 0) <= CHANGEOVER_MS
    )
  }
}

/** An anchor that nobody with a key wrote accuses nobody. */
function judged(found: AnchorFault, keys: readonly ChainKey[]): AnchorFault {
  const key = keys.find(({ id }) => id === found.anchor.keyId)
  const isForged = key !== undefined && !isSignatureOf(key, found.anchor)
  return isForged ? { ...found, fault: 'not ours' } : found
}
