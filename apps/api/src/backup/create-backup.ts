import { constants, createGzip } from 'node:zlib'
import type { Encrypter } from 'age-encryption'
import { chainPendingEntries } from '../audit/chain.ts'
import { readHead, readOneMoment } from '../audit/chain-store.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { listAppliedMigrations } from '../db/applied-migrations-store.ts'
import type { Connection, Transaction } from '../db/client.ts'
import { copyTableOut } from '../db/copy.ts'
import { lockForBackup } from '../db/locks-store.ts'
import { PORTAL_VERSION } from '../db/portal-version.ts'
import type { DocumentStorage } from '../documents/document-storage.ts'
import { encrypted } from './age.ts'
import { type BackupHeader, FORMAT, keyIds, tableSection } from './archive-format.ts'
import { type ArchiveWriter, archiveWriter } from './archive-writer.ts'
import { BackupFailed, BackupRefused, isOutOfSpace } from './backup-error.ts'
import { type BackupPlace, backupName } from './backup-place.ts'
import { requireUpToDate } from './check-database.ts'
import { refreshErasedList } from './erased-list.ts'
import { archiveFile, storedFiles } from './stored-files.ts'
import {
  listSequences,
  listTables,
  prepareForCopy,
  readJobsMigration,
  readSnapshot,
} from './tables-store.ts'

export interface MadeBackup extends ArchivedTotals {
  name: string
  moment: Date
}

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
  // The manifest has the end of the chain.
  await chainPendingEntries(connection.db, secretKeys)
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
        const totals = await writeArchive(archive, tx, services, { moment, postgres })
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

interface BackupServices {
  connection: Connection
  storage: DocumentStorage
  secretKeys: SecretKeys
}

interface ArchivedTotals {
  tables: number
  rows: number
  files: number
  /** Files that the storage does not have, or has otherwise. */
  faults: number
  /** The first of them, with what is wrong. */
  namedFaults: string[]
}

const MAX_NAMED_FAULTS = 20

/** Writes every row and every file of the transaction's snapshot. */
export async function writeArchive(
  archive: ArchiveWriter,
  tx: Transaction,
  { storage, secretKeys }: Omit<BackupServices, 'connection'>,
  snapshot: { moment: Date; postgres: string },
): Promise<ArchivedTotals> {
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
  const totals = { rows, files, faults }
  await archive.writeManifest({ ...totals, auditHead: head?.hash ?? null }, secretKeys[0])
  return { tables: header.tables.length, ...totals, namedFaults: named }
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
