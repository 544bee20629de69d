import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../config/usage-error.ts'
import {
  type AppliedMigration,
  listAppliedMigrations,
  newestMigration,
} from './applied-migrations-store.ts'
import type { Queryable } from './client.ts'
import { PORTAL_VERSION } from './portal-version.ts'

/** A newer portal has migrated this database, or none since before version 1.1.0. */
class UnknownSchema extends UsageError {}

interface SchemaState {
  /** Why this portal must not use the database; null when it may. */
  refusal: string | null
  /** How many migrations are still to be applied. */
  pending: number
}

/** Compares the database's migrations with those of this portal. */
export async function readSchemaState(db: Queryable): Promise<SchemaState> {
  const known = knownMigrations()
  const newest = await newestMigration(db)
  const pending = known.filter(({ when }) => when > newest).length
  const applied = await listAppliedMigrations(db)
  const [baseline] = known
  if (newest > 0 && newest < (baseline?.when ?? 0)) {
    return { refusal: findForerunner(newest, applied) ? null : TOO_OLD, pending }
  }
  const unknown = applied.filter(({ name }) => !known.some((each) => each.name === name))
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => `«${name}»`).join(', ')
    const versions = unknown.map(({ version }) => version).toSorted(byVersion)
    return { refusal: refusal(`la migración ${names}`, versions.at(-1)), pending }
  }
  // A newer portal was interrupted before it recorded the names.
  if (newest > (known.at(-1)?.when ?? 0)) {
    const day = new Date(newest).toISOString().slice(0, 10)
    return { refusal: refusal(`una migración del ${day}`, undefined), pending }
  }
  return { refusal: null, pending }
}

/** @throws {UnknownSchema} An older portal would write rows without what a newer one relies on. */
export async function requireKnownSchema(db: Queryable): Promise<void> {
  const state = await readSchemaState(db)
  if (state.refusal) throw new UnknownSchema(state.refusal)
}

const TOO_OLD = `La base de datos no es de la versión 1.1.0, la única anterior que esta (${PORTAL_VERSION}) continúa. Instale primero la 1.1.0, ejecute con ella «carpeta migrate», y después instale esta. Nada cambió.`

function refusal(what: string, version: string | undefined): string {
  const which = version
    ? `La aplicó la versión ${version}: use esa`
    : 'Use la versión que la aplicó'
  return `La base de datos tiene ${what}, que esta versión (${PORTAL_VERSION}) no conoce. ${which}, o una posterior.`
}

function byVersion(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

/** The migrations that a database had before there was a baseline. */
interface Forerunner {
  count: number
  last: string
  /** When the last one was made, in milliseconds. */
  when: number
}

export const VERSION_1_1_0: Forerunner = {
  count: 60,
  last: '0059_figures-changes',
  when: 1_795_413_236_698,
}

/** Databases of the work on 2.0.0: their schema is the baseline's but for the name of an index. */
const DEVELOPMENT: Forerunner = {
  count: 65,
  last: '0064_audit-in-one-table',
  when: 1_795_532_822_182,
}

/** Null for a database that the baseline does not continue. */
export function findForerunner(newest: number, applied: AppliedMigration[]): Forerunner | null {
  const found = [VERSION_1_1_0, DEVELOPMENT].find(({ when }) => when === newest)
  return found && isExactly(found, applied) ? found : null
}

/** Whether a database or a backup has exactly these migrations. */
export function isExactly(
  { count, last }: Forerunner,
  migrations: readonly { name: string }[],
): boolean {
  return migrations.length === count && migrations.some(({ name }) => name === last)
}

/** The folder of drizzle-kit's migrations. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

interface JournalEntry {
  name: string
  /** Milliseconds; drizzle stores it as the migration's `created_at`. */
  when: number
}

/** The migrations that this version of the portal knows, oldest first. */
export function knownMigrations(): JournalEntry[] {
  return readJournal().entries.map(({ tag, when }) => ({ name: tag, when }))
}

/** drizzle-kit's list of its migrations. */
export function readJournal(): { entries: { tag: string; when: number }[] } {
  return JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8'))
}
