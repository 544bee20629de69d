import { newestMigration } from '../db/applied-migrations-store.ts'
import type { Database, Queryable } from '../db/client.ts'
import { isNothingRunning } from '../db/locks-store.ts'
import { PORTAL_VERSION } from '../db/portal-version.ts'
import { isExactly, knownMigrations, readSchemaState, VERSION_1_1_0 } from '../db/schema-state.ts'
import { isAnyWorkerRunning } from '../jobs/jobs-store.ts'
import type { BackupHeader } from './archive-format.ts'
import { BackupRefused } from './backup-error.ts'
import { listFilledTables } from './tables-store.ts'

/** @throws {BackupRefused} when a portal runs on this database, or it has anybody's data */
export async function requireEmpty(db: Queryable): Promise<void> {
  if (!(await isNothingRunning(db)) || (await isAnyWorkerRunning(db))) {
    throw new BackupRefused(
      'Un portal corre sobre esta base de datos: deténgalo antes de reponer. Nada cambió.',
    )
  }
  const filled = await listFilledTables(db)
  if (filled.length > 0) {
    throw new BackupRefused(
      `La instalación no está vacía (${filled.slice(0, 3).join(', ')}): un respaldo se repone en una base de datos nueva. Nada cambió.`,
    )
  }
}

/** Whether version 1.1.0 wrote it, which had none of the present migrations. */
export function isOf110({ migrations }: BackupHeader): boolean {
  return isExactly(
    VERSION_1_1_0,
    migrations.map((name) => ({ name })),
  )
}

/** The migrations whose schema takes the backup's rows: its own, or the baseline for version 1.1.0. */
export function migrationsFor(header: BackupHeader): string[] {
  if (!isOf110(header)) return header.migrations
  return knownMigrations()
    .slice(0, 1)
    .map(({ name }) => name)
}

/**
 * Whether the database has no schema yet.
 * @throws {BackupRefused} when it has another one than the backup needs
 */
export async function isWithoutSchema(db: Queryable, header: BackupHeader): Promise<boolean> {
  const newest = await newestMigration(db)
  if (newest === 0) return true
  const last = migrationsFor(header).at(-1)
  if (knownMigrations().some(({ name, when }) => name === last && when === newest)) return false
  throw new BackupRefused(
    'La base de datos está vacía, pero tiene las tablas de otra versión que el respaldo: cree una nueva, sin tablas. Nada cambió.',
  )
}

/** @throws {BackupRefused} for a backup of a newer portal, or of one before version 1.1.0 */
export function requireKnownBackup(header: BackupHeader, format: number): void {
  const names = knownMigrations().map(({ name }) => name)
  if (header.migrations[0] === FIRST_BEFORE_BASELINE && !isOf110(header)) {
    throw new BackupRefused(
      `El respaldo no es de la versión 1.1.0, la única anterior que esta (${PORTAL_VERSION}) repone: repóngalo con la versión ${header.portal}, y después actualice. Nada cambió.`,
    )
  }
  const isPrefix = migrationsFor(header).every((name, index) => names[index] === name)
  if (header.format > format || !isPrefix) throw newerBackup(header)
}

const FIRST_BEFORE_BASELINE = '0000_first'

export function newerBackup({ portal }: BackupHeader): BackupRefused {
  return new BackupRefused(
    `El respaldo lo hizo la versión ${portal} del portal, cuyas tablas esta versión no conoce: use esa, o una posterior. Nada cambió.`,
  )
}

/** Neither a backup nor a check migrates. @throws {BackupRefused} for another version's database */
export async function requireUpToDate(db: Database): Promise<void> {
  const { refusal, pending } = await readSchemaState(db)
  if (refusal !== null) throw new BackupRefused(refusal)
  if (pending > 0) {
    throw new BackupRefused(
      'La base de datos es de una versión anterior del portal, o está vacía: use la versión que la escribió, o «carpeta migrate».',
    )
  }
}
