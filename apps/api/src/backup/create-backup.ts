import { constants, createGzip } from 'node:zlib'
import type { Encrypter } from 'age-encryption'
import { readHead, readOneMoment } from '../audit/chain/chain-store.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { copyTableOut } from '../db/bulk/copy.ts'
import type { Connection, Transaction } from '../db/client.ts'
import { lockForBackup } from '../db/locks/backup-lock-store.ts'
import { listAppliedMigrations } from '../db/versions/applied-migrations-store.ts'
import { PORTAL_VERSION } from '../db/versions/portal-version.ts'
import type { DocumentStorage } from '../documents/document-storage.ts'
import { encrypted } from './archive/age.ts'
import { type BackupHeader, FORMAT, tableSection } from './archive/archive-format.ts'
import { type ArchiveWriter, archiveWriter } from './archive/archive-writer.ts'
import { BackupFailed, BackupRefused, isOutOfSpace } from './backup-error.ts'
import { requireUpToDate } from './database/require-up-to-date.ts'
import {
  listSequences,
  listTables,
  prepareForCopy,
  readJobsMigration,
  readSnapshot,
} from './database/schema-store.ts'
import { refreshErasedList } from './erased/refresh-erased-list.ts'
import { archiveFile } from './files/archive-file.ts'
import { storedFiles } from './files/list-files.ts'
import { backupName } from './places/backup-names.ts'
import type { BackupPlace } from './places/backup-place.ts'
import { keyIds } from './secret-key-ids.ts'

export interface BackupServices {
  connection: Connection
  storage: DocumentStorage
  secretKeys: SecretKeys
}

export interface MadeBackup {
  name: string
  moment: Date
  tables: number
  rows: number
  files: number
  /** Files that the storage does not have, or has otherwise. */
  faults: number
  /** The first of them, with what is wrong. */
  namedFaults: string[]
}

const MAX_NAMED_FAULTS = 20

/**
 * Backs up the database and the files of one moment, beside a running portal.
 * @throws {BackupRefused} before it begins · {BackupFailed} leaving nothing under its name
 */
export async function createBackup(
  services: BackupServices,
  { store, fileName }: BackupPlace,
  encrypter: Encrypter | null,
): Promise<MadeBackup> {
  const { connection, secretKeys } = services
  await requireUpToDate(connection.db)
  await refreshErasedList(connection.db, store, secretKeys).catch((error: unknown) => {
    throw error instanceof BackupRefused ? error : failureAt(store.name, error)
  })
  // Before the snapshot: what it contains is not removed from then on.
  const lock = await lockForBackup(connection.pool).catch((error: unknown) => {
    throw new BackupRefused('Ya corre otro respaldo: espere a que termine.', { cause: error })
  })
  try {
    return await connection.db.transaction(async (tx) => {
      await readOneMoment(tx)
      await prepareForCopy(tx)
      const { moment, postgres } = await readSnapshot(tx)
      const name = fileName ?? backupName(moment, encrypter !== null)
      const archive = archiveWriter(moment)
      const packed = archive.content.pipe(createGzip({ level: constants.Z_BEST_SPEED }))
      archive.content.once('error', (error) => packed.destroy(error))
      const content = encrypter ? await encrypted(packed, encrypter) : packed
      const storing = store.write(name, content)
      // A failure of the place ends the writing too.
      storing.catch((error: unknown) => archive.content.destroy(error as Error))
      try {
        const totals = await fill(archive, tx, services, { moment, postgres })
        await storing
        return { name, moment, ...totals }
      } catch (error) {
        archive.content.destroy(error as Error)
        const cause = await storing.then(
          () => error,
          (failure: unknown) => failure,
        )
        throw failureAt(store.name, cause)
      }
    })
  } finally {
    await lock.end()
  }
}

function failureAt(place: string, cause: unknown): BackupFailed {
  return new BackupFailed(
    isOutOfSpace(cause)
      ? `No queda espacio en ${place}: no se hizo el respaldo, y no quedó nada a medias.`
      : `No se hizo el respaldo en ${place}, y no quedó nada a medias.`,
    { cause },
  )
}

async function fill(
  archive: ArchiveWriter,
  tx: Transaction,
  { storage, secretKeys }: BackupServices,
  snapshot: { moment: Date; postgres: string },
): Promise<Omit<MadeBackup, 'name' | 'moment'>> {
  const header = await headerOf(tx, secretKeys, snapshot)
  await archive.writeHeader(header)
  let rows = 0
  for (const table of header.tables) {
    const copied = copyTableOut(tx, table)
    await archive.writeSection(tableSection(table), copied.chunks, () => ({ rows: copied.rows() }))
    rows += copied.rows()
  }
  let files = 0
  let faults = 0
  const named: string[] = []
  for await (const file of storedFiles(tx)) {
    const fault = await archiveFile(archive, storage, file)
    files++
    if (!fault) continue
    faults++
    if (named.length < MAX_NAMED_FAULTS) named.push(`${file.key}: ${FAULTS[fault]}`)
  }
  const head = await readHead(tx)
  await archive.writeManifest({ rows, files, faults, auditHead: head?.hash ?? null })
  return { tables: header.tables.length, rows, files, faults, namedFaults: named }
}

const FAULTS = {
  missing: 'la base lo tiene, y el almacén no',
  different: 'su contenido no es el que dice la base',
}

async function headerOf(
  tx: Transaction,
  secretKeys: SecretKeys,
  { moment, postgres }: { moment: Date; postgres: string },
): Promise<BackupHeader> {
  return {
    format: FORMAT,
    portal: PORTAL_VERSION,
    moment: moment.toISOString(),
    postgres,
    migrations: (await listAppliedMigrations(tx)).map(({ name }) => name),
    jobsMigration: await readJobsMigration(tx),
    keys: keyIds(secretKeys),
    tables: await listTables(tx),
    sequences: await listSequences(tx),
  }
}
