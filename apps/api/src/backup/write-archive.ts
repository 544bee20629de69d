import { readHead } from '../audit/chain-store.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { listAppliedMigrations } from '../db/applied-migrations-store.ts'
import type { Connection, Transaction } from '../db/client.ts'
import { copyTableOut } from '../db/copy.ts'
import { PORTAL_VERSION } from '../db/portal-version.ts'
import type { DocumentStorage } from '../documents/document-storage.ts'
import { type BackupHeader, FORMAT, tableSection } from './archive/archive-format.ts'
import type { ArchiveWriter } from './archive/archive-writer.ts'
import { listSequences, listTables, readJobsMigration } from './database/schema-store.ts'
import { archiveFile } from './files/archive-file.ts'
import { storedFiles } from './files/list-files.ts'
import { keyIds } from './secret-key-ids.ts'

export interface BackupServices {
  connection: Connection
  storage: DocumentStorage
  secretKeys: SecretKeys
}

export interface ArchivedTotals {
  tables: number
  rows: number
  files: number
  /** Files that the storage does not have, or has otherwise. */
  faults: number
  /** The first of them, with what is wrong. */
  namedFaults: string[]
}

const MAX_NAMED_FAULTS = 20

/** Writes every row and every file of the transaction's snapshot. */
export async function writeArchive(
  archive: ArchiveWriter,
  tx: Transaction,
  { storage, secretKeys }: Omit<BackupServices, 'connection'>,
  snapshot: { moment: Date; postgres: string },
): Promise<ArchivedTotals> {
  const header = await headerOf(tx, secretKeys, snapshot)
  await archive.writeHeader(header)
  let rows = 0
  for (const table of header.tables) {
    const copied = copyTableOut(tx, table)
    await archive.writeSection(tableSection(table), copied.chunks, () => ({ rows: copied.rows() }))
    rows += copied.rows()
  }
  let files = 0
  let faults = 0
  const named: string[] = []
  for await (const file of storedFiles(tx)) {
    const fault = await archiveFile(archive, storage, file)
    files++
    if (!fault) continue
    faults++
    if (named.length < MAX_NAMED_FAULTS) named.push(`${file.key}: ${FAULTS[fault]}`)
  }
  const head = await readHead(tx)
  const totals = { rows, files, faults }
  await archive.writeManifest({ ...totals, auditHead: head?.hash ?? null }, secretKeys[0])
  return { tables: header.tables.length, ...totals, namedFaults: named }
}

const FAULTS = {
  missing: 'la base lo tiene, y el almacén no',
  different: 'su contenido no es el que dice la base',
}

async function headerOf(
  tx: Transaction,
  secretKeys: SecretKeys,
  { moment, postgres }: { moment: Date; postgres: string },
): Promise<BackupHeader> {
  return {
    format: FORMAT,
    portal: PORTAL_VERSION,
    moment: moment.toISOString(),
    postgres,
    migrations: (await listAppliedMigrations(tx)).map(({ name }) => name),
    jobsMigration: await readJobsMigration(tx),
    keys: keyIds(secretKeys),
    tables: await listTables(tx),
    sequences: await listSequences(tx),
  }
}
