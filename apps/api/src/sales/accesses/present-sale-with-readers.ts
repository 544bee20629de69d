import type {
  SaleWithReaders,
  StaffSaleWithReaders,
} from '@carpeta/contract/sales/sale-accesses-schemas'
import { givableKinds } from '@carpeta/domain/sales/sale-access-rules'
import type { ListedAccess, ListedSale } from './sale-accesses-store.ts'

/** For the holder: without accounts of others, and without what was revoked. */
export function presentSaleWithReaders(sale: ListedSale): SaleWithReaders {
  const accesses = sale.accesses.filter(({ state }) => state !== 'revoked')
  return { ...presentSale(sale), accesses: accesses.map((each) => presentAccess(each, sale)) }
}

export function presentForStaff(sale: ListedSale): StaffSaleWithReaders {
  const accesses = sale.accesses.map((each) => ({
    ...presentAccess(each, sale),
    account_id: each.account_id,
  }))
  return { ...presentSale(sale), accesses }
}

function presentSale(sale: ListedSale) {
  const { code, project, type, lot, holder_rut, co_holder, co_holder_rut, representative } = sale
  const kinds = givableKinds({ holderRut: holder_rut, coHolderRut: co_holder_rut })
  return { code, project, property: { type, lot }, co_holder, representative, kinds }
}

function presentAccess(access: ListedAccess, { co_holder }: ListedSale) {
  const { id, kind, social_security, given_at, is_by_holder, last_day, state, is_named } = access
  const given_by = is_by_holder ? ('holder' as const) : ('cooperative' as const)
  const name = is_named ? co_holder : ''
  return { id, kind, name, social_security, given_at, given_by, last_day, state }
}
