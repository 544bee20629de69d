import { constants, createGzip } from 'node:zlib'
import type { Encrypter } from 'age-encryption'
import { chainPendingEntries } from '../audit/chain.ts'
import { readOneMoment } from '../audit/chain-store.ts'
import { lockForBackup } from '../db/locks-store.ts'
import { encrypted } from './archive/age.ts'
import { archiveWriter } from './archive/archive-writer.ts'
import { BackupFailed, BackupRefused, isOutOfSpace } from './backup-error.ts'
import { requireUpToDate } from './database/require-up-to-date.ts'
import { prepareForCopy, readSnapshot } from './database/schema-store.ts'
import { refreshErasedList } from './erased/refresh-erased-list.ts'
import { backupName } from './places/backup-names.ts'
import type { BackupPlace } from './places/backup-place.ts'
import { type ArchivedTotals, type BackupServices, writeArchive } from './write-archive.ts'

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
