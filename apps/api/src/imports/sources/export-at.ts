import { stat } from 'node:fs/promises'
import { csvFolder } from './csv-folder.ts'
import { type ExportSource, UnreadableExport } from './export-source.ts'
import { ndjsonFile } from './ndjson-file.ts'

/** The export at a path: a file, or a folder of CSV files. @throws {UnreadableExport} */
export async function exportAt(path: string): Promise<ExportSource> {
  try {
    const found = await stat(path)
    return found.isDirectory() ? csvFolder(path) : ndjsonFile(path)
  } catch (error) {
    throw new UnreadableExport(`No existe ${path}.`, { cause: error })
  }
}
