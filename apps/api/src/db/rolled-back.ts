import type { Transaction } from './client.ts'
import { exec, sql } from './query.ts'

/** Does the work and takes all of it back but its result. The transaction goes on. */
export async function rolledBack<Result>(
  tx: Transaction,
  work: () => Promise<Result>,
): Promise<Result> {
  await exec(tx, sql`savepoint trial`)
  const result = await work()
  await exec(tx, sql`rollback to savepoint trial`)
  await exec(tx, sql`release savepoint trial`)
  return result
}
