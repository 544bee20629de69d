import { defaultEnvironments } from '@carpeta/contract/default-environments'
import type { Environment, Environments } from '@carpeta/contract/environments'

const TABLE = '/environments.json'

const listeners = new Set<() => void>()
let current: Environment | undefined
let loading: Promise<Environment> | undefined

/** This host's row of the host table. The table is fetched once. */
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
export function chooseEnvironment(table: Environments, host: string): Environment {
  const found = table[host]
  if (found) return found
  console.log(`Host ${host} no encontrado!`)
  return table.localhost ?? defaultEnvironments.localhost
}

async function load(): Promise<Environment> {
  current = chooseEnvironment(await readTable(), window.location.hostname)
  for (const listener of listeners) listener()
  return current
}

async function readTable(): Promise<Environments> {
  try {
    const answer = await fetch(TABLE)
    if (answer.ok) return (await answer.json()) as Environments
  } catch {
    // Without the table the page uses the settings of the build.
  }
  return defaultEnvironments
}
