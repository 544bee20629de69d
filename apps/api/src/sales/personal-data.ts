import type { MemberData } from '@carpeta/contract/personal-data/personal-data-schemas'
import { cleanRut } from '@carpeta/domain/people/rut'
import type { Database } from '../db/client.ts'
import { listAccessesOf } from './accesses/personal-data-store.ts'
import { parseKeepingNumbers } from './exact-json.ts'
import { listCoSalesWithReaders, listMemberSales, type MemberSale } from './personal-data-store.ts'

export { erasePersonalData } from './personal-data-store.ts'

export async function exportPersonalData(
  db: Database,
  rut: string,
): Promise<Pick<MemberData, 'sales' | 'co_own_sales' | 'sale_accesses'>> {
  const sales = await listMemberSales(db, rut)
  return {
    sales: sales.map((sale) => presentSale(sale, rut)),
    co_own_sales: parseKeepingNumbers(
      await listCoSalesWithReaders(db, rut),
    ) as MemberData['co_own_sales'],
    sale_accesses: await listAccessesOf(db, rut),
  }
}

/** Leaves out the co-holder, another person, but says that there is one. */
function presentSale({ json, asOf, withdrawnAt }: MemberSale, rut: string) {
  const { venta, ...sale } = parseKeepingNumbers(json) as { venta: Record<string, unknown> }
  const coHolder = String(venta.clienteco_rut ?? '')
  // Accounting may repeat the holder as the co-holder.
  const isOther = cleanRut(coHolder) !== cleanRut(rut)
  const hasCoHolder = isOther && String(venta.clienteco_nombre_completo ?? '') !== ''
  const own = Object.entries(venta).filter(([name]) => !name.startsWith('clienteco_'))
  return {
    ...sale,
    venta: Object.fromEntries(own),
    con_co_titular: hasCoHolder,
    actualizado_al: asOf,
    retirada_el: withdrawnAt,
  } as MemberData['sales'][number]
}
