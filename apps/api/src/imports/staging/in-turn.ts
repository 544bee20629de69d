import pLimit from 'p-limit'
import type { Transaction } from '../../db/client.ts'

/**
 * For steps that work at the same time: a connection runs one statement after the other. It stays
 * the same transaction, whose commit chains the audit entries that were written with it.
 */
export function inTurn(tx: Transaction): Transaction {
  const turn = pLimit(1)
  const { query, copy } = tx
  return Object.assign(tx, {
    query: (statement) => turn(() => query(statement)),
    copy: (statement, chunks) => turn(() => copy(statement, chunks)),
  } satisfies Pick<Transaction, 'query' | 'copy'>)
}
