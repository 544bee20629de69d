import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { readBackupPlace } from '../backup/backup-place.ts'
import { eraseAfterRecovery } from '../backup/erase-again.ts'
import { type Config, ConfigError } from '../config/config.ts'
import {
  type Connection,
  type JobDatabase,
  type PreparedDatabase,
  rootCause,
} from '../db/client.ts'
import { registerRunning } from '../db/locks-store.ts'
import { openDatabase } from '../db/open-database.ts'
import { traceJobs } from '../db/spans.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { openMailer } from '../email/mailer.ts'
import { startWorker } from '../jobs/run-worker.ts'
import { hasSampleAccounts } from '../sample/sample-store.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'
import { jobsFor } from '../worker.ts'
import { prepareDatabase, RUNS_AS_OWNER } from './prepare-database.ts'
import { type RunningParts, stopTimes } from './shutdown.ts'

export interface ListeningPort {
  port: number
  host: string
  /** The name of its setting. */
  setting: string
}

/** A port that cannot be had is told before a database is made or migrated. */
export async function requireFreePorts(ports: ListeningPort[]): Promise<void> {
  for (const { port, host, setting } of ports) {
    try {
      const probe = createServer().listen(port, host)
      await once(probe, 'listening')
      probe.close()
      await once(probe, 'close')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new Error(
        code === 'EADDRINUSE'
          ? `El puerto ${port} está ocupado. Libérelo, o indique otro con ${setting}.`
          : `No se puede usar el puerto ${port} en ${host} (${code}). Indique otro con ${setting}.`,
      )
    }
  }
}

/** Opens what every process of the portal needs: documents, and the database in this version. */
export async function openPortal(
  config: Config,
  running: RunningParts,
  tasks: { serves: boolean; works: boolean },
): Promise<PreparedDatabase> {
  await requireDocumentStorage(config)
  const database = await openDatabase(config, tasks.serves ? 'portal' : 'command')
  running.add(stopTimes.totalMs, () => database.close())
  const portal = await prepareDatabase(database, config)
  running.add(stopTimes.totalMs, () => portal.close())
  await eraseAgainAtStart(portal.db, config)
  const registered = await registerRunning(portal.pool, tasks)
  running.add(stopTimes.totalMs, () => registered.end())
  if (portal.runsAsOwner) console.warn(RUNS_AS_OWNER)
  if (config.environment !== 'local' && (await hasSampleAccounts(portal.db))) {
    throw new ConfigError(
      'Esta base tiene las cuentas de ejemplo, cuya contraseña es pública: solo sirve con ENVIRONMENT=local.',
    )
  }
  return portal
}

/** Runs the jobs of all modules until the process stops. */
export async function runJobs(
  { db, pool }: Connection,
  config: Config,
  running: RunningParts,
  log: Parameters<typeof startWorker>[2],
): Promise<void> {
  const { mailer, close } = openMailer(config)
  running.add(stopTimes.totalMs, close)
  const jobs = jobsFor({ db, config, limits: rateLimitsFor(pool), mailer })
  const worker = await startWorker(pool, { ...jobs, tasks: traceJobs(jobs.tasks) }, log)
  running.add(stopTimes.jobsMs, () => worker.stop())
}

/** Fails at the start, not at a member's first document. */
async function requireDocumentStorage({ documents }: Config): Promise<void> {
  try {
    await documentStorageAt(documents).check()
  } catch (error) {
    const target = documents.kind === 'folder' ? documents.folder : `el bucket ${documents.bucket}`
    const { message } = rootCause(error) as Error
    throw new ConfigError(`DOCUMENTS_URL: no se puede guardar en ${target} (${message}).`)
  }
}

/** A start does not wait longer for the place of the backups, or for a load under way. */
const TIMEOUT_MS = 5000

/**
 * Erases again who was erased after the moment to which the database was recovered. Backups that cannot be
 * read only warn the operator; the portal still starts.
 */
export async function eraseAgainAtStart(
  db: JobDatabase,
  { backup, secretKeys }: Pick<Config, 'backup' | 'secretKeys'>,
): Promise<void> {
  if (backup.url === undefined) return
  try {
    const { store } = readBackupPlace(backup.url, process.env)
    const erasing = eraseAfterRecovery({ db, store, secretKeys })
    erasing.catch(() => {})
    const late = delay(TIMEOUT_MS, 'late' as const, { ref: false })
    const outcome = await Promise.race([erasing, late])
    if (outcome === 'late') {
      throw new Error(`${store.name} no responde, o se espera a que termine una carga`)
    }
    if (outcome === null) return
    const { accounts, buyers, staff } = outcome
    if (accounts + buyers > 0) {
      console.error(
        `AVISO: la base es anterior a borrados que están anotados junto a los respaldos: se borraron de nuevo ${accounts} cuentas y ${buyers} compradores.`,
      )
    }
    for (const id of staff) {
      console.error(
        `AVISO: la cuenta ${id} se borró después y aquí es de un funcionario: bórrela a mano.`,
      )
    }
  } catch (error) {
    console.error(
      `AVISO: no se sabe si falta borrar a alguien de nuevo (${(rootCause(error) as Error).message}).`,
    )
  }
}
