import { distance } from 'fastest-levenshtein'
import { type ExportPart, partColumns } from '../sources/export-parts.ts'
import { UnreadableExport } from '../sources/export-source.ts'

/** A misspelt column would silently empty a field of every sale. @throws {UnreadableExport} */
export function requireKnownColumns(part: ExportPart, columns: string[], file: string): void {
  const required = part === 'compromisos' ? ['code', 'tipo'] : ['code']
  const missing = required.find((column) => !columns.includes(column))
  if (missing !== undefined) {
    throw new UnreadableExport(`A la consulta ${file} le falta la columna «${missing}».`)
  }
  const known = [...required, ...partColumns(part)]
  const unknown = columns.find((column) => !known.includes(column))
  if (unknown === undefined) return
  const [nearest] = known.toSorted((a, b) => distance(a, unknown) - distance(b, unknown))
  throw new UnreadableExport(
    `La consulta ${file} devuelve la columna «${unknown}», que no existe: ¿quiso decir «${nearest}»?`,
  )
}
