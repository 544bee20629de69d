import { vi } from 'vitest'
import type { Database } from '../../src/db/client.ts'
import { exec, many, type SQL, sql } from '../../src/db/query.ts'

/** Waits until one statement of this database waits for a lock. */
export async function waitForBlockedStatement(db: Database): Promise<void> {
  await vi.waitFor(async () => {
    const rows = await many(
      db,
      sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length !== 1) throw new Error(`${rows.length} statements wait for a lock`)
  })
}

/** The answer of a call that waits for a concurrent change, which commits first. */
export async function callDuring<Result>(
  db: Database,
  change: SQL,
  call: () => Promise<Result>,
): Promise<Result> {
  let calling: Promise<Result> | undefined
  await db.transaction(async (tx) => {
    await exec(tx, change)
    calling = call()
    await waitForBlockedStatement(db)
  })
  if (!calling) throw new Error('the call was not made')
  return calling
}
