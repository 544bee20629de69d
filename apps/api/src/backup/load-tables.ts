import { forgetAppliedMigrations } from '../db/applied-migrations-store.ts'
import type { Transaction } from '../db/client.ts'
import { type CopiedTable, copyTableIn } from '../db/copy.ts'
import { convertRowsOf110 } from '../db/migrate.ts'
import { type BackupHeader, TABLES, tableSection } from './archive-format.ts'
import type { ArchivedSection } from './archive-reader.ts'
import { BackupRefused, DamagedBackup } from './backup-error.ts'
import { isOf110, isWithoutSchema, newerBackup, requireEmpty } from './check-database.ts'
import {
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

export interface TableLoader {
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
export async function tableLoader(tx: Transaction, header: BackupHeader): Promise<TableLoader> {
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

export function isTableSection({ name }: { name: string }): boolean {
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
