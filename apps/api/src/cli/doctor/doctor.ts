import { type Config, ConfigError, readConfig } from '../../config/config.ts'
import type { Connection } from '../../db/client.ts'
import { accountForPostgres, findDatabase } from '../../db/database-location.ts'
import { openDatabase } from '../../db/open-database.ts'
import { PORTAL_VERSION } from '../../db/portal-version.ts'
import { type Check, type Examined, type Finding, failure, ok } from './check.ts'
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
} from './database-checks.ts'
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
} from './installation-checks.ts'

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
  const all = mailTo === undefined ? checks : [...checks, mailTestCheck(mailTo)]
  const findings = await Promise.all(all.map((check) => examine(check, { config, database })))
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
  return isNew ? null : openDatabase(config, 'command')
}

async function examine(
  check: (typeof checks)[number],
  examined: Examined,
): Promise<Finding | null> {
  try {
    return await check.examine(examined)
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error))
  }
}

function say(name: string, { state, text }: Finding): void {
  console.log(`${LABELS[state]}  ${name}: ${text}`)
  if (state === 'failure') process.exitCode = 1
}

/** The checks of `carpeta doctor`, one line each, in this order. */
export const checks: Check[] = [
  addressCheck,
  proxyCheck,
  secretKeyCheck,
  diskCheck,
  placeCheck,
  databaseCheck,
  connectionsCheck,
  schemaCheck,
  roleCheck,
  clockCheck,
  anchorsCheck,
  auditCheck,
  mailCheck,
  documentsCheck,
  scannerCheck,
  backupCheck,
  erasedCheck,
  ufCheck,
  paymentsCheck,
  accountingCheck,
  loadCheck,
  secondFactorCheck,
]
