import { type AuditChainState, verifyAuditChain } from '../audit/verify-chain.ts'
import type { Config } from '../config/config.ts'
import { isOwnerOf } from '../db/application-role.ts'
import { forgetAppliedMigrations } from '../db/applied-migrations-store.ts'
import type { Connection, Database, PreparedDatabase, Transaction } from '../db/client.ts'
import { type CopiedTable, copyTableIn } from '../db/copy.ts'
import { convertRowsOf110, migrateTo } from '../db/migrate.ts'
import type { DocumentStorage } from '../documents/document-storage.ts'
import { migrateJobs } from '../jobs/run-worker.ts'
import {
  type BackupHeader,
  type BackupManifest,
  FILES,
  FORMAT,
  keyId,
  TABLES,
  tableSection,
} from './archive-format.ts'
import type { ArchivedSection } from './archive-reader.ts'
import { BackupFailed, BackupRefused, DamagedBackup, isOutOfSpace } from './backup-error.ts'
import {
  isOf110,
  isWithoutSchema,
  migrationsFor,
  newerBackup,
  requireEmpty,
  requireKnownBackup,
} from './check-database.ts'
import { type Ended, endSessionsAndLinks, endUnused } from './end-access.ts'
import { type ErasedAgain, eraseAgain } from './erase-again.ts'
import { type ErasedList, isOlderThan } from './erased-list.ts'
import type { OpenBackup } from './open-backup.ts'
import { restoreFile } from './stored-files.ts'
import {
  analyzeTables,
  countRows,
  emptyTables,
  listTables,
  lockTables,
  prepareForCopy,
  readJobsMigration,
  SCHEMAS,
  setSequence,
  suspendConstraints,
} from './tables-store.ts'

interface RestoreServices {
  /** As the owner of the tables. */
  database: Connection
  storage: DocumentStorage
  config: Pick<Config, 'dataDir' | 'secretKeys'>
  /** Brings the loaded database to this version. */
  prepare: () => Promise<PreparedDatabase>
}

export interface RestoreOptions {
  /** Null when the operator goes on without it. */
  erased: ErasedList | null
  /** Goes on although what the secret key encrypted cannot be read. */
  allowsOtherKey: boolean
}

export interface RestoredBackup extends Ended {
  header: BackupHeader
  manifest: BackupManifest
  erased: ErasedAgain
  /** The list is from before the backup: whoever was erased after it may be back. */
  isListOlder: boolean
  audit: AuditChainState
}

/**
 * Loads a backup into an empty installation. Rows are committed last: until then a failure leaves an
 * empty database and no file. What follows is the same in a second try on another database.
 * @throws {BackupRefused} · {BackupFailed}
 */
export async function restoreBackup(
  services: RestoreServices,
  backup: OpenBackup,
  { erased, allowsOtherKey }: RestoreOptions,
): Promise<RestoredBackup> {
  const { database, config, prepare } = services
  const header = await backup.archive.readHeader()
  requireKnownBackup(header, FORMAT)
  const key = secretKeyOf(header, config)
  if (key === undefined && !allowsOtherKey) throw otherKey()
  await requireOwner(database.db)
  await requireEmpty(database.db)
  if (await isWithoutSchema(database.db, header)) {
    await migrateTo(database.pool, migrationsFor(header))
  }
  await migrateJobs(database.pool)
  const manifest = await load(services, backup, header, key)
  try {
    await using portal = disposable(await prepare())
    const { db } = portal
    const { secretKeys } = config
    const isListOlder = erased !== null && (await isOlderThan(db, new Date(header.moment), erased))
    const outcome = erased ? await eraseAgain(db, erased, secretKeys) : nobody
    const ended = await db.transaction(endUnused)
    const expectedHead = manifest.auditHead ?? undefined
    const audit = await verifyAuditChain(db, { secretKeys, expectedHead })
    return { header, manifest, erased: outcome, isListOlder, ...ended, audit }
  } catch (cause) {
    throw new BackupFailed(
      'Los datos se repusieron, pero no se terminó de migrarlos, de volver a borrar a quienes se borraron después, de terminar los accesos sin usar y de comprobarlos. No inicie el portal: reponga de nuevo, en una base de datos nueva.',
      { cause },
    )
  }
}

const nobody: ErasedAgain = { accounts: 0, buyers: 0, staff: [] }

function disposable(portal: PreparedDatabase): PreparedDatabase & AsyncDisposable {
  return { ...portal, [Symbol.asyncDispose]: portal.close }
}

async function load(
  services: RestoreServices,
  { archive }: OpenBackup,
  header: BackupHeader,
  secretKey: string | undefined,
): Promise<BackupManifest> {
  const written: string[] = []
  try {
    return await services.database.db.transaction(async (tx) => {
      const tables = await tableLoader(tx, header)
      let rows = 0
      let files = 0
      for await (const section of archive.sections()) {
        if (isTableSection(section)) {
          rows += await tables.load(section)
        } else if (section.name.startsWith(FILES)) {
          const key = await restoreFile(services, section)
          if (key !== null) written.push(key)
          files++
        } else {
          throw new DamagedBackup(new Error(`${section.name} is unknown`))
        }
      }
      const manifest = await archive.readManifest(secretKey)
      if (manifest.rows !== rows || manifest.files !== files) {
        throw new DamagedBackup(new Error('the counts are others'))
      }
      await tables.finish()
      await endSessionsAndLinks(tx)
      return manifest
    })
  } catch (error) {
    for (const key of written) await services.storage.remove(key).catch(() => {})
    if (error instanceof BackupRefused) throw error
    const damaged = refusalIn(error)
    if (damaged) throw damaged
    throw new BackupFailed(
      isOutOfSpace(error)
        ? 'No queda espacio: no se repuso nada, y la instalación sigue vacía.'
        : 'No se repuso nada, y la instalación sigue vacía.',
      { cause: error },
    )
  }
}

/** COPY and the storage report what their content threw as a cause. */
function refusalIn(error: unknown): BackupRefused | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof BackupRefused) return cause
  }
  return null
}

/** The key that the backup was made with, if it is set. */
function secretKeyOf(
  { keys }: BackupHeader,
  { secretKeys }: RestoreServices['config'],
): string | undefined {
  return secretKeys.find((secretKey) => keyId(secretKey) === keys[0])
}

function otherKey(): BackupRefused {
  return new BackupRefused(
    'El respaldo se hizo con otra SECRET_KEY. Sin ella no se leen los secretos de las aplicaciones de códigos ni los correos en espera, y no se comprueban el respaldo ni la bitácora: ' +
      'póngala en SECRET_KEY o en SECRET_KEY_PREVIOUS. Si se perdió, siga con --other-key --without-erased-list. Nada cambió.',
  )
}

async function requireOwner(db: Database): Promise<void> {
  if (await isOwnerOf(db, 'audit_entries')) return
  throw new BackupRefused(
    'El usuario de DATABASE_URL no es el dueño de las tablas: reponga con DATABASE_OWNER_URL.',
  )
}

interface TableLoader {
  /** @returns how many rows */
  load: (section: ArchivedSection) => Promise<number>
  /** Once every table is loaded: constraints, triggers and sequences. @throws {DamagedBackup} */
  finish: () => Promise<void>
}

/** Tables and sequences of version 1.1.0 that the baseline dropped; their rows were derived from others. */
const DROPPED = [
  'data_versions',
  'audience_counts',
  'answer_counts',
  'answer_hours',
  'row_counts',
  'audit_archives',
  'audit_archives_id_seq',
]

/** Locks and empties every table, so that the backup's rows are the only ones. */
async function tableLoader(tx: Transaction, header: BackupHeader): Promise<TableLoader> {
  const present = await listTables(tx)
  const isEarlier = isOf110(header)
  const isDropped = ({ name }: { name: string }) => isEarlier && DROPPED.includes(name)
  requireColumns(present, { ...header, tables: header.tables.filter((each) => !isDropped(each)) })
  if ((await readJobsMigration(tx)) < header.jobsMigration) throw newerBackup(header)
  await prepareForCopy(tx)
  await lockTables(tx, present)
  // A portal may have started meanwhile, and have migrated further.
  await requireEmpty(tx)
  await isWithoutSchema(tx, header)
  const resume = await suspendConstraints(tx, SCHEMAS)
  await emptyTables(tx, present)
  const missing = new Set(header.tables.map(tableSection))
  return {
    load: async (section) => {
      const table = header.tables.find((each) => tableSection(each) === section.name)
      if (!table || !missing.delete(section.name)) {
        throw new DamagedBackup(new Error(`${section.name} is not in the header`))
      }
      if (isDropped(table)) {
        for await (const _ of section.chunks);
        return section.end().rows ?? 0
      }
      await copyTableIn(tx, table, section.chunks)
      const rows = await countRows(tx, table)
      if (rows !== section.end().rows) {
        throw new DamagedBackup(new Error(`${section.name} has ${rows} rows`))
      }
      return rows
    },
    finish: async () => {
      if (missing.size > 0) throw new DamagedBackup(new Error(`without ${[...missing].join(', ')}`))
      // Before the foreign keys, whose check is a statement too.
      await analyzeTables(tx, present)
      await resume()
      for (const sequence of header.sequences) {
        if (!isDropped(sequence)) await setSequence(tx, sequence)
      }
      if (!isEarlier) return
      await convertRowsOf110(tx)
      await forgetAppliedMigrations(tx)
    },
  }
}

function isTableSection({ name }: { name: string }): boolean {
  return name.startsWith(TABLES)
}

/** @throws {BackupRefused} when graphile-worker's tables are of a version that differs too much */
function requireColumns(present: CopiedTable[], { tables, portal }: BackupHeader): void {
  const lost = tables.filter(({ schema, name, columns }) => {
    const found = present.find((each) => each.schema === schema && each.name === name)
    return !columns.every((column) => found?.columns.includes(column))
  })
  if (lost.length === 0) return
  const names = lost.map(({ schema, name }) => `${schema}.${name}`).join(', ')
  throw new BackupRefused(
    `El respaldo tiene columnas que esta versión no tiene (${names}): repóngalo con la versión ${portal}, y después actualice. Nada cambió.`,
  )
}
