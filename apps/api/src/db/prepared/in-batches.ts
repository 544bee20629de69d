import { setImmediate as nextTurn } from 'node:timers/promises'
import pLimit from 'p-limit'

/** Statements at once: one is executed while the process handles the answer of the other. */
const AT_ONCE = 2
const MAX_KEYS = 50

/**
 * Reads a key by a statement that reads many: calls that arrive together, or while two such statements
 * run, share the next one. A key is read after it was asked for, so an answer is never older than its
 * call (docs/decisions/0076).
 * @param read one statement; its failure is that of every call that shares it
 */
export function inBatches<Key, Found>(
  read: (keys: Key[]) => Promise<(key: Key) => Found>,
): (key: Key) => Promise<Found> {
  const limit = pLimit(AT_ONCE)
  let open: { keys: Key[]; found: Promise<(key: Key) => Found> } | null = null

  const begin = () => {
    const keys: Key[] = []
    const found = limit(async () => {
      // Calls that have reached the process in this turn join.
      await nextTurn()
      if (open?.keys === keys) open = null
      return read(keys)
    })
    return { keys, found }
  }

  return async (key) => {
    if (open === null || open.keys.length === MAX_KEYS) open = begin()
    open.keys.push(key)
    const find = await open.found
    return find(key)
  }
}
