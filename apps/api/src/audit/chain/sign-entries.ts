import type { SecretKeys } from '../../config/secret-keys.ts'
import type { BeforeCommit, Transaction } from '../../db/client.ts'
import { chainKeys, signEntry } from './chain-keys.ts'
import { insertPending, type PendingEntry } from './pending-store.ts'

interface WrittenEntry {
  id: number
  at: string
  text: string
}

const unsigned = new WeakMap<Transaction, WrittenEntry[]>()

/** The commit of this transaction will sign the entry. */
export function signAtCommit(tx: Transaction, entry: WrittenEntry): void {
  unsigned.set(tx, [...(unsigned.get(tx) ?? []), entry])
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
    await insertPending(tx, pending as [PendingEntry, ...PendingEntry[]])
  }
}
