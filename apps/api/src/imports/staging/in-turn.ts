import pLimit from 'p-limit'
import type { Transaction } from '../../db/client.ts'

/** For steps that work at the same time: a connection runs one statement after the other. */
export function inTurn(tx: Transaction): Transaction {
  const turn = pLimit(1)
  return {
    isTransaction: true,
    query: (statement) => turn(() => tx.query(statement)),
    copy: (statement, chunks) => turn(() => tx.copy(statement, chunks)),
  }
}
