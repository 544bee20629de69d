import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { encrypterFor } from '../../backup/archive/age.ts'
import { createBackup, type MadeBackup } from '../../backup/create-backup.ts'
import { requireUpToDate } from '../../backup/database/require-up-to-date.ts'
import { refreshErasedList } from '../../backup/erased/refresh-erased-list.ts'
import {
  type BackupPlace,
  readBackupPlace,
  requireNewFile,
} from '../../backup/places/backup-place.ts'
import { readConfig } from '../../config/config.ts'
import { documentStorageAt } from '../../documents/document-storage.ts'
import { UsageError } from '../usage-error.ts'
import { withExistingDatabase } from './with-existing-database.ts'

interface BackupOptions {
  recipient?: string[]
  keep?: number
  erasedOnly: boolean
}

const INCOMPLETE = 3

/** Exits with 3 when files that the database names are missing in the backup. */
export async function runBackup(target: string | undefined, options: BackupOptions): Promise<void> {
  const config = readConfig()
  const { secretKeys } = config
  const place = readBackupPlace(target ?? config.backup.url, process.env)
  const recipients = options.recipient ?? config.backup.recipients
  const encrypter = recipients.length > 0 ? encrypterFor(recipients) : null
  if (options.keep !== undefined && place.fileName !== null) {
    throw new UsageError('--keep es para una carpeta o un bucket de respaldos.')
  }
  await withExistingDatabase(config, async (connection) => {
    if (options.erasedOnly) {
      await requireUpToDate(connection.db)
      await refreshErasedList(connection.db, place.store, secretKeys)
      console.log(`Lista de personas borradas al día en ${place.store.name}.`)
      return
    }
    requireNewFile(place, encrypter !== null)
    const storage = documentStorageAt(config.documents)
    const made = await createBackup({ connection, storage, secretKeys }, place, encrypter)
    report(made, place, encrypter !== null)
    if (options.keep !== undefined) await removeOlder(place, options.keep)
  })
}

function report(made: MadeBackup, { store }: BackupPlace, isEncrypted: boolean): void {
  console.log(`Respaldado: ${made.name}, en ${store.name}${isEncrypted ? ', cifrado' : ''}.`)
  console.log(`  Momento   ${dateTimeInSantiago(made.moment)}`)
  console.log(`  Tablas    ${made.tables}, con ${made.rows} filas`)
  console.log(`  Archivos  ${made.files}`)
  if (made.faults === 0) return
  console.error(`${made.faults} archivos no están como la base dice («carpeta verify» los revisa):`)
  for (const fault of made.namedFaults) console.error(`  ${fault}`)
  process.exitCode = INCOMPLETE
}

async function removeOlder({ store }: BackupPlace, keep: number): Promise<void> {
  const older = (await store.list()).slice(0, -keep)
  for (const name of older) await store.remove(name)
  if (older.length > 0) console.log(`Borrados ${older.length} anteriores.`)
}
