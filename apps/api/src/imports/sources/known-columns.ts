import { distance } from 'fastest-levenshtein'
import { type ExportPart, partColumns } from './export-parts.ts'
import { UnreadableExport } from './export-source.ts'

const MAX_NAMED = 5

/**
 * A misspelt column would silently empty a field of every sale. `file` is what messages call the CSV or
 * the query. @throws {UnreadableExport}
 */
export function requireKnownColumns(part: ExportPart, columns: string[], file: string): void {
  const required = part === 'compromisos' ? ['code', 'tipo'] : ['code']
  const missing = required.find((column) => !columns.includes(column))
  if (missing !== undefined) {
    throw new UnreadableExport(`A ${file} le falta la columna «${missing}».`)
  }
  const known = [...required, ...partColumns(part)]
  const unknown = columns.filter((column) => column !== '' && !known.includes(column))
  const [first, ...others] = unknown
  if (first === undefined) return
  if (others.length === 0) {
    const nearest = nearestOf(first, known)
    const question = nearest === null ? '.' : `: ¿quiso decir «${nearest}»?`
    throw new UnreadableExport(
      `En ${file} la columna «${first}» no se conoce${question} Corrige el nombre, o quita la columna.`,
    )
  }
  const named = unknown.slice(0, MAX_NAMED).map((column) => {
    const nearest = nearestOf(column, known)
    return nearest === null ? `«${column}»` : `«${column}» (¿«${nearest}»?)`
  })
  const more = unknown.length > MAX_NAMED ? ` y ${unknown.length - MAX_NAMED} más` : ''
  throw new UnreadableExport(
    `En ${file} no se conocen las columnas ${named.join(', ')}${more}. Corrige los nombres, o quita las columnas.`,
  )
}

/** A name that may have been meant; null when all are far away. */
function nearestOf(unknown: string, known: string[]): string | null {
  const [nearest = ''] = known.toSorted((a, b) => distance(a, unknown) - distance(b, unknown))
  return distance(nearest, unknown) <= unknown.length / 3 ? nearest : null
}
