import { stringify } from 'csv-stringify/sync'
import type { WireReject } from './loads-list-store.ts'

/** For accounting, as Chile's Excel opens it. */
export function rejectsCsv(rejects: WireReject[]): string {
  const head = ['Archivo', 'Línea', 'Venta', 'Campo', 'Valor', 'Razón']
  const rows = rejects.map(({ file, line, sale, field, value, reason }) => [
    file,
    String(line),
    sale ?? '',
    field,
    value,
    reason,
  ])
  return stringify([head, ...rows], {
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    escape_formulas: true,
  })
}
