import type { Database } from '../../db/client.ts'
import { readSchemaState } from '../../db/schema-state.ts'
import { BackupRefused } from '../backup-error.ts'

/** Neither a backup nor a check migrates. @throws {BackupRefused} for another version's database */
export async function requireUpToDate(db: Database): Promise<void> {
  const { refusal, pending } = await readSchemaState(db)
  if (refusal !== null) throw new BackupRefused(refusal)
  if (pending > 0) {
    throw new BackupRefused(
      'La base de datos es de una versión anterior del portal, o está vacía: use la versión que la escribió, o «carpeta migrate».',
    )
  }
}
