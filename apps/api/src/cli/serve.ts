import { formatRut } from '@carpeta/domain/people/rut'
import { type Persona, personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { buildApp } from '../app.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { startWarnings } from '../config/start-warnings.ts'
import { rootCause } from '../db/client.ts'
import { callLimits } from '../db/limits/time-limits.ts'
import { openDatabase } from '../db/open-database.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { mailboxFolder, mailerFor } from '../email/mailer.ts'
import { startWorker } from '../jobs/run-worker.ts'
import { loadSample } from '../sample/load-sample.ts'
import { hasSampleAccounts } from '../sample/sample-store.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'
import { jobsFor } from '../worker.ts'
import { prepareDatabase, RUNS_AS_OWNER } from './prepare-database.ts'
import { closeApp, runningParts, stopTimes } from './shutdown/running-parts.ts'

/** What cut connections take to end. */
const CUT_MS = 1000

/** Runs the portal until a signal stops it: database, migrations, API and web. */
export async function serve(config: Config): Promise<void> {
  const { callsMs, jobsMs, totalMs } = stopTimes
  const running = runningParts()
  stopOnSignal(running.stop, totalMs)
  try {
    await requireDocumentStorage(config)
    const database = await openDatabase(config, 'portal')
    running.add(totalMs, () => database.close())
    const portal = await prepareDatabase(database, config)
    running.add(totalMs, () => portal.close())
    const { db, pool } = portal
    if (portal.runsAsOwner) console.error(RUNS_AS_OWNER)
    if (config.environment !== 'local' && (await hasSampleAccounts(db))) {
      throw new ConfigError(
        'Esta base tiene las cuentas de ejemplo, cuya contraseña es pública: solo sirve con ENVIRONMENT=local.',
      )
    }
    const sampleLoaded = config.environment === 'local' && (await loadSample(db, config))

    const calls = portal.open(callLimits)
    running.add(totalMs, () => calls.close())
    const app = await buildApp({ db: calls.db, limits: rateLimitsFor(calls.pool), config })
    const services = { db, config, limits: rateLimitsFor(pool), mailer: mailerFor(config) }
    const { tasks, crontab } = jobsFor(services)
    const worker = await startWorker(pool, tasks, crontab, app.log)
    running.add(jobsMs, () => worker.stop())
    running.add(callsMs + CUT_MS, () => closeApp(app, callsMs))
    await app.listen({ port: config.port, host: listenAddress(config) })

    const hasSample = await hasSampleAccounts(db)
    console.log(greeting(config, { sampleLoaded, hasSample }))
    for (const warning of startWarnings(config)) console.warn(`\n*** ATENCIÓN: ${warning} ***`)
  } catch (error) {
    await running.stop()
    throw isPortTaken(error)
      ? new Error(`El puerto ${config.port} está ocupado. Libérelo, o indique otro con PORT.`)
      : error
  }
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

/** Sample passwords are public: a local portal listens on its own machine only. */
function listenAddress(config: Config): string {
  return config.host ?? (config.environment === 'local' ? 'localhost' : '0.0.0.0')
}

function stopOnSignal(stop: () => Promise<void>, totalMs: number): void {
  let stopping = false
  const onSignal = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      console.error(
        `No todo se detuvo en ${totalMs / 1000} segundos; lo que quedó a medias se deshace.`,
      )
      process.exit(1)
    }, totalMs)
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function greeting(config: Config, about: { sampleLoaded: boolean; hasSample: boolean }): string {
  const lines = [`\nCarpeta Virtual está en ${config.publicUrl.origin}\n`]
  if (about.hasSample) {
    if (about.sampleLoaded) lines.push('La base estaba vacía: se cargó la cooperativa de ejemplo.')
    lines.push(`Cuentas de ejemplo, todas con la contraseña ${SAMPLE_PASSWORD}`)
    for (const persona of Object.values<Persona>(personas)) {
      const name = `${persona.firstName} ${persona.lastName}`.trim()
      lines.push(`  ${formatRut(persona.rut).padEnd(13)} ${name.padEnd(28)} ${persona.about}`)
    }
  }
  if (!config.smtpUrl) lines.push(`\nLos correos quedan en ${mailboxFolder(config)}`)
  if (config.environment === 'local') {
    lines.push(`y se leen en ${config.publicUrl.origin}/dev/mailbox`)
  }
  lines.push('\nCtrl-C detiene todo.\n')
  return lines.join('\n')
}
