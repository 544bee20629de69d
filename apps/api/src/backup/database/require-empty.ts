import type { Queryable } from '../../db/client.ts'
import { isNothingRunning } from '../../db/locks/running-lock-store.ts'
import {
  listAppliedMigrations,
  newestMigration,
} from '../../db/versions/applied-migrations-store.ts'
import { knownMigrations } from '../../db/versions/journal.ts'
import { isAnyWorkerRunning } from '../../jobs/workers-store.ts'
import type { BackupHeader } from '../archive/archive-format.ts'
import { BackupRefused } from '../backup-error.ts'
import { listFilledTables } from './schema-store.ts'

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

/**
 * Whether the database has no schema yet.
 * @throws {BackupRefused} when it has that of another version than the backup's
 */
export async function isWithoutSchema(db: Queryable, header: BackupHeader): Promise<boolean> {
  const newest = await newestMigration(db)
  if (newest === 0) return true
  const names = (await listAppliedMigrations(db)).map(({ name }) => name)
  const present =
    names.length > 0
      ? names
      : knownMigrations()
          .filter(({ when }) => when <= newest)
          .map(({ name }) => name)
  if (present.join() === header.migrations.join()) return false
  throw new BackupRefused(
    'La base de datos está vacía, pero tiene las tablas de otra versión que el respaldo: cree una nueva, sin tablas. Nada cambió.',
  )
}

/** @throws {BackupRefused} for a backup of a newer portal */
export function requireKnownBackup(header: BackupHeader, format: number): void {
  const known = knownMigrations().map(({ name }) => name)
  const isPrefix = header.migrations.every((name, index) => known[index] === name)
  if (header.format > format || !isPrefix) throw newerBackup(header)
}

export function newerBackup({ portal }: BackupHeader): BackupRefused {
  return new BackupRefused(
    `El respaldo lo hizo la versión ${portal} del portal, cuyas tablas esta versión no conoce: use esa, o una posterior. Nada cambió.`,
  )
}
