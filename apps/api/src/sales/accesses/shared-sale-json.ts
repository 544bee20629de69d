import { holderFields, holderPrefixes } from '@carpeta/domain/sales/sale-fields'
import type { SaleAccessKind } from '@carpeta/domain/sales/shared-sale'
import { shownToReader } from '@carpeta/domain/sales/shared-sale'
import { parseKeepingNumbers } from '../exact-json.ts'

interface Access {
  kind: SaleAccessKind
  /** '' without an end. */
  lastDay: string
}

/**
 * A sale's JSON text for a reader who does not hold it: without the personal data of other people. A
 * co-holder keeps his own.
 */
export function sharedSaleJson(json: string, { kind, lastDay }: Access): string {
  const sale = parseKeepingNumbers(json) as { venta: Record<string, unknown> }
  const others = kind === 'co_holder' ? ['holder' as const] : (['holder', 'coHolder'] as const)
  const hidden = others.flatMap((party) =>
    Object.entries(holderFields)
      .filter(([name]) => !shownToReader.includes(name))
      .map(([, field]) => [`${holderPrefixes[party]}${field.wire}`, blankOf(field.kind)]),
  )
  const venta = { ...sale.venta, ...Object.fromEntries(hidden) }
  return JSON.stringify({ ...sale, venta, compartida: { como: kind, hasta: lastDay } })
}

function blankOf(kind: string): '' | null {
  return kind === 'pesos' ? null : ''
}
