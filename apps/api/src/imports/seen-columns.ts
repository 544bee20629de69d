import type { DateOrder } from '@carpeta/domain/dates/written-dates'

/** What a load has seen of its columns, over all its sales. */
export interface SeenColumns {
  /** Columns of dates and numbers, 'pagos.monto_uf', of which some value could be read. */
  readable: Set<string>
  /** The first date of each order. */
  dates: Map<DateOrder, SeenDate>
}

interface SeenDate {
  /** A path in the export's names. */
  field: string
  value: string
  /** Null until the line is known that it stands in. */
  place: string | null
}

export function noColumns(): SeenColumns {
  return { readable: new Set(), dates: new Map() }
}

const tables: Record<string, string> = {
  venta: 'ventas',
  pagos: 'pagos',
  estado_de_pago: 'cuotas',
  compromiso: 'compromisos',
  seguimiento: 'seguimiento',
}

/** The part of an export that a path in a sale belongs to: 'cuotas' of 'estado_de_pago.Cuotas mensuales…'. */
export function partOf(path: string): string {
  return tables[/^\w*/.exec(path)?.[0] ?? ''] ?? ''
}
