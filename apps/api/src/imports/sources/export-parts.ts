import {
  commitmentEntries,
  deedFields,
  type Fields,
  holderFields,
  holderPrefixes,
  instalmentFields,
  paymentFields,
  propertyFields,
  propertyPrefixes,
  saleFields,
} from '@carpeta/domain/sales/sale-fields'
import { distance } from 'fastest-levenshtein'
import { shown, UnreadableExport } from '../../files/unreadable-export.ts'

/** The parts of an export in several tables, joined by `code`. The order is that of joining. */
export const exportParts = ['ventas', 'cuotas', 'pagos', 'compromisos', 'seguimiento'] as const

export type ExportPart = (typeof exportParts)[number]

export function isExportPart(name: string): name is ExportPart {
  return exportParts.some((part) => part === name)
}

/** The fields of a part, with the prefix of their columns. */
const fieldsOfParts: Record<ExportPart, [fields: Fields, prefix: string][]> = {
  ventas: [
    [saleFields, ''],
    ...Object.values(holderPrefixes).map((prefix): [Fields, string] => [holderFields, prefix]),
    ...propertyPrefixes.map((prefix): [Fields, string] => [propertyFields, prefix]),
  ],
  cuotas: [[instalmentFields, '']],
  pagos: [[paymentFields, '']],
  compromisos: Object.values(commitmentEntries).map(({ fields }): [Fields, string] => [fields, '']),
  seguimiento: [[deedFields, '']],
}

/** The columns of each part besides `code`, and `tipo` of a commitment. */
const partColumns = byPart(() => true)

const isNumber = (kind: string) => ['uf', 'pesos', 'share', 'count'].includes(kind)

/** The columns of each part that hold numbers. */
export const numberColumns = byPart(isNumber)

/** Those that hold dates or numbers. */
export const formedColumns = byPart((kind) => kind === 'date' || isNumber(kind))

function byPart(isIncluded: (kind: string) => boolean): Record<ExportPart, ReadonlySet<string>> {
  const columns = exportParts.map((part) => {
    const names = fieldsOfParts[part].flatMap(([fields, prefix]) =>
      Object.values(fields)
        .filter(({ kind }) => isIncluded(kind))
        .map(({ wire }) => `${prefix}${wire}`),
    )
    return [part, new Set(names)]
  })
  return Object.fromEntries(columns)
}

const MAX_NAMED = 5
/** Longer names are no misspelt one of ours. */
const MAX_MISSPELT = 100

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
  // The specification names the sale in `venta` too.
  const repeated = part === 'ventas' ? ['cod_venta'] : []
  const known = new Set([...required, ...repeated, ...partColumns[part]])
  const unknown = columns.filter((column) => column !== '' && !known.has(column))
  const [first, ...others] = unknown
  if (first === undefined) return
  if (others.length === 0) {
    const nearest = nearestOf(first, known)
    const question = nearest === null ? '.' : `: ¿quiso decir «${nearest}»?`
    throw new UnreadableExport(
      `En ${file} la columna «${shown(first)}» no se conoce${question} Corrige el nombre, o quita la columna.`,
    )
  }
  const named = unknown.slice(0, MAX_NAMED).map((column) => {
    const nearest = nearestOf(column, known)
    return nearest === null ? `«${shown(column)}»` : `«${shown(column)}» (¿«${nearest}»?)`
  })
  const more = unknown.length > MAX_NAMED ? ` y ${unknown.length - MAX_NAMED} más` : ''
  throw new UnreadableExport(
    `En ${file} no se conocen las columnas ${named.join(', ')}${more}. Corrige los nombres, o quita las columnas.`,
  )
}

/** A name that may have been meant; null when all are far away. */
function nearestOf(unknown: string, known: ReadonlySet<string>): string | null {
  if (unknown.length > MAX_MISSPELT) return null
  const [nearest = ''] = [...known].sort((a, b) => distance(a, unknown) - distance(b, unknown))
  return distance(nearest, unknown) <= unknown.length / 3 ? nearest : null
}
