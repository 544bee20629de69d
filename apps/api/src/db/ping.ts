import type { Database } from './client.ts'
import { exec, sql } from './query.ts'

/** @throws when the database does not answer */
export async function ping(db: Database): Promise<void> {
  await exec(db, sql`select 1`)
}
