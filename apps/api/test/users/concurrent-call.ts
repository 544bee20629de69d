import { vi } from 'vitest'
import type { Database, JobDatabase } from '../../src/db/client.ts'
import { exec, many, type SQL, sql } from '../../src/db/query.ts'

/** Waits until one statement of this database, or so many, wait for a lock. */
export async function waitForBlockedStatement(db: Database, count = 1): Promise<void> {
  await vi.waitFor(async () => {
    // The portal's role does not see the activity of other connections, but their locks.
    const rows = await many(
      db,
      sql`select distinct pid from pg_locks where not granted
        and pid in (
          select pid from pg_locks
          where database = (select oid from pg_database where datname = current_database()))`,
    )
    if (rows.length !== count) throw new Error(`${rows.length} statements wait for a lock`)
  }, 60_000)
}

/** The answer of a call that waits for a concurrent change, which commits first. */
export async function callDuring<Result>(
  db: JobDatabase,
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
