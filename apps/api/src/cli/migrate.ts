import { readConfig } from '../config/config.ts'
import { openDatabase } from '../db/open-database.ts'
import { prepareDatabase, RUNS_AS_OWNER } from './prepare-database.ts'

export async function runMigrate(): Promise<void> {
  const config = readConfig()
  const database = await openDatabase(config, 'command')
  try {
    const { runsAsOwner, close } = await prepareDatabase(database, config)
    await close()
    if (runsAsOwner) console.warn(RUNS_AS_OWNER)
    console.log('La base de datos está al día.')
  } finally {
    await database.close()
  }
}
