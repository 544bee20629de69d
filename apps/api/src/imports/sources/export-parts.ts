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

const commitmentFields = Object.values(commitmentEntries).map(({ fields }) => fields)

const numbersOfParts: Record<ExportPart, ReadonlySet<string>> = {
  ventas: new Set([
    ...numbersOf(saleFields),
    ...Object.values(holderPrefixes).flatMap((prefix) => numbersOf(holderFields, prefix)),
    ...propertyPrefixes.flatMap((prefix) => numbersOf(propertyFields, prefix)),
  ]),
  cuotas: new Set(numbersOf(instalmentFields)),
  pagos: new Set(numbersOf(paymentFields)),
  compromisos: new Set(commitmentFields.flatMap((fields) => numbersOf(fields))),
  seguimiento: new Set(numbersOf(deedFields)),
}

/** The columns of a part that hold numbers. */
export function numberColumns(part: ExportPart): ReadonlySet<string> {
  return numbersOfParts[part]
}

function numbersOf(fields: Fields, prefix = ''): string[] {
  return Object.values(fields)
    .filter(({ kind }) => kind === 'uf' || kind === 'pesos' || kind === 'share' || kind === 'count')
    .map(({ wire }) => `${prefix}${wire}`)
}
