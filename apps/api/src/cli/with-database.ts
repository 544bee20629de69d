import { readConfig } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import { openDatabase } from '../db/open-database.ts'
import { prepareDatabase } from './prepare-database.ts'

/** Opens and migrates the database for a command, and closes it afterwards. */
export async function withDatabase<Result>(
  work: (db: Database, config: ReturnType<typeof readConfig>) => Promise<Result>,
): Promise<Result> {
  const config = readConfig()
  const database = await openDatabase(config, 'command')
  try {
    const portal = await prepareDatabase(database, config)
    try {
      return await work(portal.db, config)
    } finally {
      await portal.close()
    }
  } finally {
    await database.close()
  }
}
