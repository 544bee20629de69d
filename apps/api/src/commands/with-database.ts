import { readConfig } from '../config.ts'
import type { Database } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'

/** For a command that does its work and ends: an up-to-date database, closed afterwards. */
export async function withDatabase<Result>(
  work: (db: Database, config: ReturnType<typeof readConfig>) => Promise<Result>,
): Promise<Result> {
  const config = readConfig()
  const { db, pool, close } = await openDatabase(config, 'command')
  try {
    await migrate(pool)
    return await work(db, config)
  } finally {
    await close()
  }
}
