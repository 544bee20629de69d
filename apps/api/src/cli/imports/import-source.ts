import { stat } from 'node:fs/promises'
import type { Config } from '../../config/config.ts'
import { isDatabaseAddress, readDatabaseAddress } from '../../imports/mysql/database-address.ts'
import { mysqlSource } from '../../imports/mysql/mysql-source.ts'
import { csvFolder } from '../../imports/sources/csv-folder.ts'
import { type ExportSource, UnreadableExport } from '../../imports/sources/export-source.ts'
import { ndjsonFile } from '../../imports/sources/ndjson-file.ts'
import { UsageError } from '../usage-error.ts'

/**
 * The export that a command names: a file, a folder, or accounting's database with a folder of queries.
 * Without a name it is the database of the settings. @throws {UsageError | UnreadableExport}
 */
export async function importSource(
  given: string | undefined,
  { queries }: { queries?: string },
  { accounting }: Pick<Config, 'accounting'>,
): Promise<ExportSource> {
  const place = given ?? accounting.url
  if (place === undefined) {
    throw new UsageError(
      'Indique el archivo, la carpeta o la base de contabilidad (o la base en ACCOUNTING_URL).',
    )
  }
  if (!isDatabaseAddress(place)) {
    if (queries === undefined) return exportAt(place)
    throw new UsageError('--queries es solo para una base: mysql://USUARIO@SERVIDOR/BASE.')
  }
  const folder = queries ?? accounting.queries
  if (folder === undefined) {
    throw new UsageError('Falta --queries CARPETA, con una consulta .sql por cada parte.')
  }
  return mysqlSource(readDatabaseAddress(place, accounting.password), folder)
}

async function exportAt(path: string): Promise<ExportSource> {
  try {
    const found = await stat(path)
    return found.isDirectory() ? csvFolder(path) : ndjsonFile(path)
  } catch (error) {
    throw new UnreadableExport(`No existe ${path}.`, { cause: error })
  }
}
