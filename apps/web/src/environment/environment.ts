import { defaultEnvironments } from '@carpeta/contract/default-environments'
import type { Environment } from '@carpeta/contract/environments'
import { isRecord, readHostSettings } from './read-host-settings.ts'

const TABLE = '/environments.json'
const TIMEOUT_MS = 10_000

/** Until the table is known: the page's own origin, and no limit that the server does not set. */
const unknown: Environment = { ...readHostSettings({}).settings, max_inactivity: 0 }

const listeners = new Set<() => void>()
let current: Environment | undefined
let loading: Promise<Environment> | undefined

/** This host's row of the host table. The table is fetched once; after a failure, at the next call. */
export function environment(): Promise<Environment> {
  loading ??= load()
  return loading
}

/** Undefined until the table is loaded. */
export function knownEnvironment(): Environment | undefined {
  return current
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
    console.warn(`${TABLE} no se pudo leer: ${error}`)
    loading = undefined
    return current ?? unknown
  }
  current = chooseEnvironment(table, window.location.hostname)
  for (const listener of listeners) listener()
  return current
}

async function readTable(): Promise<unknown> {
  // Browsers before 2022 do not have the timeout.
  const answer = await fetch(TABLE, { signal: AbortSignal.timeout?.(TIMEOUT_MS) ?? null })
  if (answer.status >= 500) throw new Error(String(answer.status))
  // Without a table the page uses the settings of the build.
  return answer.ok ? answer.json() : defaultEnvironments
}
