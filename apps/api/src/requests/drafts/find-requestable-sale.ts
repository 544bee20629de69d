import type { Database, Transaction } from '../../db/client.ts'
import type { Procedure } from '../../procedures/procedures-store.ts'
import { findOwnSale } from '../../sales/find-own-sale-store.ts'

/**
 * The member's own sale for which this procedure can be requested. A data-subject request is
 * possible before a sale is approved and after it is completed.
 */
export function findRequestableSale(
  db: Database | Transaction,
  { dataSubjectRight }: Procedure,
  sale: { code: string; holderRut: string },
): Promise<number | null> {
  return findOwnSale(db, sale, { mustBeOpen: dataSubjectRight === null })
}
