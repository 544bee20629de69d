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

/** The parts of an export in several tables, joined by `code`. The order is that of joining. */
export const exportParts = ['ventas', 'cuotas', 'pagos', 'compromisos', 'seguimiento'] as const

export type ExportPart = (typeof exportParts)[number]

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

const columnsOfParts = byPart(() => true)
const numbersOfParts = byPart((kind) => ['uf', 'pesos', 'share', 'count'].includes(kind))

/** The columns of a part besides `code`, and `tipo` of a commitment. */
export function partColumns(part: ExportPart): ReadonlySet<string> {
  return columnsOfParts[part]
}

/** The columns of a part that hold numbers. */
export function numberColumns(part: ExportPart): ReadonlySet<string> {
  return numbersOfParts[part]
}

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
