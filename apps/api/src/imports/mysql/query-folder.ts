import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ExportPart, exportParts } from '../sources/export-parts.ts'
import { UnreadableExport } from '../sources/export-source.ts'

type QueryName = 'corte' | ExportPart

/** A query of the folder, with the name of its file for messages. */
export interface Query {
  file: string
  sql: string
}

const names: QueryName[] = ['corte', ...exportParts]
const MAX_BYTES = 1_000_000

export const queryFile = (name: QueryName) => `${name}.sql`

/** `corte.sql`, and one query for each CSV of a folder. @throws {UnreadableExport} that names what is missing */
export async function readQueryFolder(folder: string): Promise<Record<QueryName, Query>> {
  const missing: string[] = []
  const queries = await Promise.all(
    names.map(async (name): Promise<[QueryName, Query]> => {
      const file = queryFile(name)
      const sql = await readSql(join(folder, file), file)
      if (sql === null) missing.push(file)
      return [name, { file, sql: sql ?? '' }]
    }),
  )
  if (missing.length === 0) return Object.fromEntries(queries) as Record<QueryName, Query>
  const verb = missing.length === 1 ? 'falta' : 'faltan'
  throw new UnreadableExport(`En la carpeta ${folder} ${verb} ${missing.toSorted().join(', ')}.`)
}

/** Null when there is no such file. */
async function readSql(path: string, file: string): Promise<string | null> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch {
    return null
  }
  if (text.length > MAX_BYTES) throw new UnreadableExport(`${file} es demasiado grande.`)
  const sql = text.replace(/^\uFEFF/, '').trim()
  if (sql === '') throw new UnreadableExport(`${file} está vacío.`)
  return sql
}
