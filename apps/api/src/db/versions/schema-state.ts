import { UsageError } from '../../config/usage-error.ts'
import type { Queryable } from '../client.ts'
import { listAppliedMigrations, newestMigration } from './applied-migrations-store.ts'
import { findForerunner } from './forerunners.ts'
import { knownMigrations } from './journal.ts'
import { PORTAL_VERSION } from './portal-version.ts'

/** A newer portal has migrated this database, or none since before version 1.1.0. */
class UnknownSchema extends UsageError {}

export interface SchemaState {
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
