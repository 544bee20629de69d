import type { Transaction } from '../db/client.ts'
import { sql } from '../db/query.ts'
import { deleteSampleProcedures } from '../procedures/procedures-store.ts'
import { deleteSampleRequests } from '../requests/requests-store.ts'
import { isErasedHolder } from '../sales/erased-buyers-store.ts'
import { confirmSales, mergeSales, withdrawSales } from '../sales/merge-sales-store.ts'
import { deleteSampleUfValues } from '../uf/uf-store.ts'
import { insertHolderAccounts } from '../users/holder-accounts-store.ts'
import { changedSales, unchangedCodes, vanishing } from './staging-store.ts'

/** Applies the staged sales; replaces all child rows of a changed sale. */
export async function applyStaged(
  tx: Transaction,
  { cutoff, isSample, withdraw }: { cutoff: Date; isSample: boolean; withdraw: boolean },
): Promise<void> {
  if (withdraw && !isSample) {
    // Before a real sale of the same code replaces the sample's.
    await deleteSampleRequests(tx)
    await deleteSampleProcedures(tx)
    await deleteSampleUfValues(tx)
  }
  await confirmSales(tx, unchangedCodes, { cutoff, isSample })
  await mergeSales(tx, changedSales, { cutoff, isSample })
  if (withdraw) await withdrawSales(tx, vanishing)
}

/**
 * Creates an account, not activated, for every new holder. An erased holder gets one only for a new
 * sale (docs/decisions/0017).
 */
export function createHolderAccounts(tx: Transaction, isSample: boolean): Promise<number> {
  const rut = sql`body -> 'sale' ->> 'holder_rut'`
  return insertHolderAccounts(
    tx,
    sql`select distinct on (${rut}) ${rut} as rut, body -> 'account' ->> 'first_name' as first_name,
        body -> 'account' ->> 'last_name' as last_name, body -> 'account' ->> 'email' as email
      from staged_lines
      where not is_bad and body is not null and not ${isErasedHolder(sql`staged_lines.code`, rut)}
      order by ${rut}, line`,
    isSample,
  )
}
