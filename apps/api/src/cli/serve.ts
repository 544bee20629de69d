import { formatRut } from '@carpeta/domain/people/rut'
import { type Persona, personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { buildApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import { startWarnings } from '../config/production-rules.ts'
import { callLimits } from '../db/client.ts'
import { PORTAL_VERSION } from '../db/portal-version.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { mailboxFolder } from '../email/mailer.ts'
import { readinessOf } from '../health/readiness.ts'
import { openLog, printAsJson } from '../observability/logger.ts'
import { loadSample } from '../sample/load-sample.ts'
import { hasSampleAccounts } from '../sample/sample-store.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'
import { metricsPort, startMetrics, startTracing } from './monitoring.ts'
import { closeApp, runningParts, stopOnSignal, stopTimes } from './shutdown.ts'
import { openPortal, requireFreePorts, runJobs } from './start.ts'
import { feedWatchdog } from './watchdog.ts'

/** Time for cut connections to end. */
const CUT_MS = 1000

/**
 * Runs the portal until a signal stops it: database, migrations, API and web, and the jobs unless
 * another process runs them.
 */
export async function serve(config: Config, { runsJobs }: { runsJobs: boolean }): Promise<void> {
  const { callsMs, totalMs } = stopTimes
  const running = runningParts()
  const log = openLog(config)
  const isLocal = config.environment === 'local'
  if (!isLocal) printAsJson(log)
  feedWatchdog(log)
  stopOnSignal(running.stop, totalMs, log)
  try {
    const host = listenAddress(config)
    await requireFreePorts([{ port: config.port, host, setting: 'PORT' }, ...metricsPort(config)])
    await startTracing(config, running, log)
    const portal = await openPortal(config, running, { serves: true, works: runsJobs })
    const { db } = portal
    const sampleLoaded = isLocal && (await loadSample(db, config))

    const calls = portal.open(callLimits)
    running.add(totalMs, () => calls.close())
    const pools = { calls: calls.pool, jobs: portal.pool }
    const metrics = await startMetrics(config, portal, running, pools)
    const limits = rateLimitsFor(calls.pool)
    const storage = documentStorageAt(config.documents)
    const readiness = readinessOf({ db: calls.db, storage, runsJobs })
    const served = await withSimulator(config, running, totalMs)
    const app = await buildApp({ db: calls.db, limits, config: served, readiness, log, metrics })
    if (runsJobs) await runJobs(portal, served, running, log)
    running.add(callsMs + CUT_MS, () => closeApp(app, callsMs))
    await app.listen({ port: config.port, host })

    if (isLocal) {
      const hasSample = await hasSampleAccounts(db)
      console.log(greeting(config, { sampleLoaded, hasSample }))
    } else
      log.info({ version: PORTAL_VERSION }, `Carpeta Virtual está en ${config.publicUrl.origin}`)
    for (const warning of startWarnings(config)) log.warn(warning)
  } catch (error) {
    await running.stop()
    throw error
  }
}

/** A server of this process in the place of Webpay, where the settings ask for one. */
async function withSimulator(
  config: Config,
  running: ReturnType<typeof runningParts>,
  ms: number,
): Promise<Config> {
  if (!config.webpay?.isSimulated) return config
  const { startWebpaySimulator } = await import('../payments/webpay-simulator.ts')
  const simulator = await startWebpaySimulator()
  running.add(ms, simulator.close)
  return { ...config, webpay: { ...config.webpay, baseUrl: new URL(simulator.url) } }
}

/** Sample passwords are public: a local portal listens on its own machine only. */
function listenAddress(config: Config): string {
  return config.host ?? (config.environment === 'local' ? 'localhost' : '0.0.0.0')
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
  if (!config.smtpUrl) {
    lines.push(`\nLos correos quedan en ${mailboxFolder(config)}`)
    lines.push(`y se leen en ${config.publicUrl.origin}/dev/mailbox`)
  }
  lines.push('\nCtrl-C detiene todo.\n')
  return lines.join('\n')
}
