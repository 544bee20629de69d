import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import type { Config } from '../config/config.ts'
import { type JobDatabase, rootCause } from '../db/client.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { emailPermitted } from '../people/email-staff.ts'
import type { Colleague } from '../people/staff-store.ts'
import { missingBackupEmail } from './backup-emails.ts'
import { latestBackup, MAX_BACKUP_AGE_MS } from './latest-backup.ts'

const WATCH_BACKUPS = 'watch_backups'

interface Services {
  db: JobDatabase
  config: Config
}

/** Looks each morning, hours after the nightly backup, whether there is a new one. */
export function backupJobs(services: Services): ModuleJobs {
  return {
    tasks: { [WATCH_BACKUPS]: () => watchBackups(services) },
    slow: [WATCH_BACKUPS],
    schedule: [`43 12 * * * ${WATCH_BACKUPS} ?fill=12h`],
  }
}

/** Writes to the superusers when backups stay away. */
export async function watchBackups({ db, config }: Services, now = new Date()): Promise<void> {
  const fault = await backupFault(config, now)
  if (fault === null) return
  const write = (colleague: Colleague) => missingBackupEmail(colleague, fault, config)
  await db.transaction((tx) => emailPermitted(tx, 'superuser', write, config))
}

/** A sentence; null when the newest backup is recent, and without `BACKUP_URL`, where nothing is known of them. */
export async function backupFault(
  { backup: { url } }: Pick<Config, 'backup'>,
  now = new Date(),
): Promise<string | null> {
  if (url === undefined) return null
  try {
    const { latest, ahead } = await latestBackup(url, process.env, now)
    if (latest === null && ahead !== null)
      return `Solo hay con fecha futura (${ahead}): el reloj estaba mal.`
    if (latest === null) return 'Todavía no hay ninguno.'
    const { moment } = latest
    if (now.getTime() - moment.getTime() <= MAX_BACKUP_AGE_MS) return null
    return `El último es del ${dateTimeInSantiago(moment)}.`
  } catch (error) {
    return `No se puede mirar el lugar de los respaldos (${(rootCause(error) as Error).message}).`
  }
}
