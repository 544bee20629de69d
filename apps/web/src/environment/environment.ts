import { defaultEnvironments } from '@carpeta/contract/default-environments'
import type { Environment, Environments } from '@carpeta/contract/environments'

const TABLE = '/environments.json'

const listeners = new Set<() => void>()
let current: Environment | undefined
let loading: Promise<Environment> | undefined

/** The row of the host table for this host; asked for once. */
export function environment(): Promise<Environment> {
  loading ??= load()
  return loading
}

/** Undefined until the table arrived. */
export function knownEnvironment(): Environment | undefined {
  return current
}

export function onEnvironment(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** An unknown host falls back to the settings of localhost (spec §8). */
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
    // Without its table the page still works with the settings it was built with.
  }
  return defaultEnvironments
}
