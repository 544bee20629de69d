import { defaultEnvironments, environmentDefaults } from '@carpeta/contract/default-environments'
import type { Environment } from '@carpeta/contract/environments'

const TABLE = '/environments.json'
const TIMEOUT_MS = 10_000

const listeners = new Set<() => void>()
let current: Environment | undefined
let loading: Promise<Environment> | undefined
let failures = 0

/** This host's row of the host table. The table is fetched once; after a failure, at the next call. */
export function environment(): Promise<Environment> {
  loading ??= load()
  return loading
}

/** Undefined until the table is loaded. */
export function knownEnvironment(): Environment | undefined {
  return current
}

/** For the offline page, which has the row that its device stored. */
export function setEnvironment(row: Environment): void {
  current = row
}

export function onEnvironment(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** An unknown host uses the settings of localhost. */
export function chooseEnvironment(table: unknown, host: string): Environment {
  const rows = isRecord(table) ? table : {}
  if (rows[host] !== undefined) return settingsOf(rows[host], host)
  console.log(`Host ${host} no encontrado!`)
  return settingsOf(rows.localhost ?? defaultEnvironments.localhost, 'localhost')
}

/** Tells the operator what is wrong with a row; the page works without it. */
function settingsOf(row: unknown, host: string): Environment {
  const { settings, problems } = readHostSettings(row)
  if (problems.length > 0) console.warn(`${TABLE}, ${host}: ${problems.join(', ')}.`)
  return settings
}

async function load(): Promise<Environment> {
  let table: unknown
  try {
    table = await readTable()
  } catch (error) {
    failures += 1
    if (failures === 1) console.warn(`${TABLE} no se pudo leer: ${error}`)
    loading = undefined
    return current ?? withoutTable()
  }
  current = chooseEnvironment(table, window.location.hostname)
  for (const listener of listeners) listener()
  return current
}

/** The page's own origin, and no limit that the server does not set. */
function withoutTable(): Environment {
  return { ...readHostSettings({}).settings, max_inactivity: 0 }
}

async function readTable(): Promise<unknown> {
  // Browsers before 2022 do not have the timeout.
  const answer = await fetch(TABLE, { signal: AbortSignal.timeout?.(TIMEOUT_MS) ?? null })
  if (answer.status >= 500) throw new Error(String(answer.status))
  // Without a table the page uses the settings of the build.
  return answer.ok ? answer.json() : defaultEnvironments
}

// Written by hand: a schema library would be a tenth of the scripts of the login.

type Fields = Record<string, unknown>

const ENVIRONMENTS = ['local', 'test', 'production'] as const

/** Optional: what a row does not say is left out of the page. Nobody is told the sample's contact. */
const noContact = { contact_email: '', contact_phone: '', office_address: '' }

/** A complete row from a row of the host table, and what is wrong with it. */
export function readHostSettings(row: unknown): { settings: Environment; problems: string[] } {
  const given: Fields = isRecord(row) ? row : {}
  const problems: string[] = []
  const environment = ENVIRONMENTS.find((each) => each === given.environment) ?? 'production'
  const fallback = { ...environmentDefaults(environment), company: '', ...noContact }
  const settings: Fields = { ...fallback }
  for (const [name, usual] of Object.entries(fallback)) {
    const value = given[name]
    if (value === undefined && name in noContact) continue
    if (value === undefined) problems.push(`falta ${name}`)
    else if (isValid(name, value, usual)) settings[name] = value
    else problems.push(`${name} no es válido`)
  }
  if (given.retention !== undefined) settings.retention = readPeriods(given.retention, problems)
  for (const name of Object.keys(given)) {
    if (!(name in settings)) problems.push(`${name} no se conoce`)
  }
  return { settings: settings as Environment, problems }
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isValid(name: string, value: unknown, usual: unknown): boolean {
  if (name === 'environment') return ENVIRONMENTS.some((each) => each === value)
  return typeof usual === 'number' ? isPeriod(value) : typeof value === typeof usual
}

function readPeriods(given: unknown, problems: string[]): Fields {
  const periods = Object.entries(isRecord(given) ? given : {})
  const valid = periods.filter(([, value]) => isPeriod(value))
  if (!isRecord(given) || valid.length < periods.length) problems.push('retention no es válido')
  return Object.fromEntries(valid)
}

function isPeriod(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
