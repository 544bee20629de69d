import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { findLaterErasures } from '../../backup/erased/erase-after-recovery.ts'
import { momentOfBackup } from '../../backup/places/backup-names.ts'
import { readBackupPlace } from '../../backup/places/backup-place.ts'
import { type Check, failure, ok, warning } from './check.ts'

/** A nightly backup that failed once. */
const MAX_AGE_MS = 36 * 3_600_000

export const erasedCheck: Check = {
  name: 'Borrados',
  examine: async ({ config: { backup, secretKeys }, database }) => {
    const connection = await database()
    if (backup.url === undefined || !connection) return ok('sin respaldos que mirar.')
    const { store } = readBackupPlace(backup.url, process.env)
    const later = await findLaterErasures({ db: connection.db, store, secretKeys })
    return later
      ? failure(
          `la base es de antes de algunos borrados anotados en ${store.name}: se hacen de nuevo al arrancar el portal.`,
        )
      : ok(`la base conoce todos los que están anotados en ${store.name}.`)
  },
}

export const backupCheck: Check = {
  name: 'Respaldo',
  examine: async ({ config: { backup } }) => {
    if (backup.url === undefined) return warning('sin BACKUP_URL: no se sabe de ninguno.')
    const { store } = readBackupPlace(backup.url, process.env)
    const latest = (await store.list()).at(-1)
    if (latest === undefined) return failure(`no hay ninguno en ${store.name}.`)
    const moment = momentOfBackup(latest)
    const text = `el último en ${store.name} es del ${dateTimeInSantiago(moment)}.`
    return Date.now() - moment.getTime() > MAX_AGE_MS ? warning(text) : ok(text)
  },
}
