import { counted } from '../text/counted.ts'

/** How many of each the sample cooperative brought, and the first real load deletes. */
export interface ReplacedSample {
  sales: number
  requests: number
  procedures: number
  documents: number
  /** Payments that members of the sample reported. */
  reports: number
  announcements: number
  /** Values of the UF. */
  values: number
}

const names: Record<keyof ReplacedSample, [one: string, many: string]> = {
  sales: ['venta', 'ventas'],
  requests: ['solicitud', 'solicitudes'],
  procedures: ['trámite', 'trámites'],
  documents: ['documento', 'documentos'],
  reports: ['pago informado', 'pagos informados'],
  announcements: ['aviso', 'avisos'],
  values: ['valor de la UF', 'valores de la UF'],
}

/** '9 ventas, 1 solicitud y 431 valores de la UF'; empty when there is nothing. */
export function replacedSampleText(replaced: Partial<ReplacedSample>): string {
  const parts = (Object.keys(names) as (keyof ReplacedSample)[]).flatMap((part) => {
    const count = replaced[part] ?? 0
    return count === 0 ? [] : [counted(count, ...names[part])]
  })
  return new Intl.ListFormat('es-CL').format(parts)
}
