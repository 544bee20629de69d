import { BackupRefused } from '../../backup/backup-error.ts'
import type { Config } from '../../config/config.ts'
import type { Connection } from '../../db/client.ts'
import { findDatabase } from '../../db/embedded/database-location.ts'
import { accountForPostgres } from '../../db/embedded/postgres-account.ts'
import { openDatabase } from '../../db/open-database.ts'
import { requireAnswer } from '../../db/require-answer.ts'

/** Opens the database for a command that neither makes nor migrates one. @throws {BackupRefused} */
export async function withExistingDatabase<Result>(
  config: Config,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  if (!config.databaseUrl && findDatabase(config.dataDir, accountForPostgres()).isNew) {
    throw new BackupRefused(`En ${config.dataDir} todavía no hay una base de datos.`)
  }
  const database = await openDatabase(config, 'command')
  try {
    await requireAnswer(database)
    return await work(database)
  } finally {
    await database.close()
  }
}
