import { type Config, ConfigError, readConfig } from '../config/config.ts'
import type { Connection } from '../db/client.ts'
import { accountForPostgres, findDatabase } from '../db/database-location.ts'
import { openDatabase } from '../db/open-database.ts'
import { PORTAL_VERSION } from '../db/portal-version.ts'
import { requireAnswer } from '../db/server-store.ts'
import { type Check, examinationOf, examine, type Finding, failure, ok } from '../system/check.ts'
import {
  auditCheck,
  connectionsCheck,
  databaseCheck,
  erasedCheck,
  loadCheck,
  placeCheck,
  roleCheck,
  schemaCheck,
  secondFactorCheck,
  ufCheck,
} from '../system/database-checks.ts'
import {
  accountingCheck,
  addressCheck,
  anchorsCheck,
  backupCheck,
  clockCheck,
  diskCheck,
  documentsCheck,
  mailCheck,
  mailTestCheck,
  paymentsCheck,
  proxyCheck,
  scannerCheck,
  secretKeyCheck,
} from '../system/installation-checks.ts'
import { newestVersionCheck } from '../system/newest-version.ts'
import {
  jobsCheck,
  processesCheck,
  rehearsalCheck,
  verificationCheck,
} from '../system/upkeep-checks.ts'

const LABELS: Record<Finding['state'], string> = {
  ok: 'OK   ',
  warning: 'AVISO',
  failure: 'FALLA',
}

/**
 * Examines the installation and changes nothing. The exit code is 1 when a check fails.
 * @param options.mailTo gets a test email
 */
export async function runDoctor({ mailTo }: { mailTo?: string } = {}): Promise<void> {
  const config = readSettings()
  if (!config) return
  say('Ajustes', ok(`ENVIRONMENT=${config.environment}, versión ${PORTAL_VERSION}.`))
  let opened: Promise<Connection | null> | undefined
  const database = () => {
    opened ??= openExisting(config)
    return opened
  }
  const checks = checksOf(database)
  const all = mailTo === undefined ? checks : [...checks, mailTestCheck(mailTo)]
  const examined = examinationOf(config, async () => (await database())?.db ?? null)
  const findings = await Promise.all(all.map((check) => examine(check, examined)))
  all.forEach(({ name }, index) => {
    const finding = findings[index]
    if (finding) say(name, finding)
  })
  await (await database().catch(() => null))?.close()
}

/** Null for wrong settings: a line for each is said. */
function readSettings(): Config | null {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const sentence of error.message.split('\n')) say('Ajustes', failure(sentence))
    return null
  }
}

/** Never makes a new embedded database. */
async function openExisting(config: Config): Promise<Connection | null> {
  const isNew = !config.databaseUrl && findDatabase(config.dataDir, accountForPostgres()).isNew
  if (isNew) return null
  const opened = await openDatabase(config, 'command')
  try {
    await requireAnswer(opened)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

function say(name: string, { state, text }: Finding): void {
  console.log(`${LABELS[state]}  ${name}: ${text}`)
  if (state === 'failure') process.exitCode = 1
}

/** The checks of `carpeta doctor`, one line each, in this order. */
export function checksOf(database: () => Promise<Connection | null>): Check[] {
  return [
    newestVersionCheck(),
    addressCheck,
    proxyCheck,
    secretKeyCheck,
    diskCheck,
    placeCheck,
    databaseCheck,
    connectionsCheck,
    schemaCheck,
    roleCheck(database),
    clockCheck,
    processesCheck,
    jobsCheck,
    anchorsCheck,
    auditCheck,
    verificationCheck,
    mailCheck,
    documentsCheck,
    scannerCheck,
    backupCheck,
    rehearsalCheck,
    erasedCheck,
    ufCheck,
    paymentsCheck,
    accountingCheck,
    loadCheck,
    secondFactorCheck,
  ]
}
