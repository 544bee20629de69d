import type { Transaction } from '../db/client.ts'
import { type SQL, sql } from '../db/query.ts'
import { countSampleProcedures, deleteSampleProcedures } from '../procedures/procedures-store.ts'
import {
  countSampleRequests,
  deleteSampleRequests,
  isRequested,
} from '../requests/requests-store.ts'
import { isErasedHolder } from '../sales/erased-buyers-store.ts'
import {
  confirmSales,
  type LoadFacts,
  mergeSales,
  withdrawSales,
} from '../sales/merge-sales-store.ts'
import { deleteSampleUfValues } from '../uf/uf-store.ts'
import { countHoldersWithoutAccount, insertHolderAccounts } from '../users/holder-accounts-store.ts'
import type { ReplacedSample } from './import-outcome.ts'
import { changedSales, type StagedCounts, unchangedCodes, vanishing } from './staging-store.ts'

/** Applies the staged sales; replaces all child rows of a changed sale. */
export async function applyStaged(
  tx: Transaction,
  { cutoff, isSample, withdraw }: LoadFacts & { withdraw: boolean },
): Promise<void> {
  if (withdraw && !isSample) {
    await deleteSampleRequests(tx)
    await deleteSampleProcedures(tx, isRequested)
    await deleteSampleUfValues(tx)
  }
  await confirmSales(tx, unchangedCodes, { cutoff, isSample })
  await mergeSales(tx, changedSales, { cutoff, isSample })
  if (withdraw) await withdrawSales(tx, vanishing)
}

export async function countReplacedSample(
  tx: Transaction,
  { replacedSample, vanishingSample }: StagedCounts,
): Promise<ReplacedSample> {
  return {
    sales: replacedSample + vanishingSample,
    ...(await countSampleRequests(tx)),
    procedures: await countSampleProcedures(tx),
  }
}

/**
 * The holders of the staged sales. An erased holder gets an account only for a new sale
 * (docs/decisions/0017).
 */
const rut = sql`body -> 'sale' ->> 'holder_rut'`
const holders: SQL = sql`select distinct on (${rut}) ${rut} as rut,
    body -> 'account' ->> 'first_name' as first_name,
    body -> 'account' ->> 'last_name' as last_name, body -> 'account' ->> 'email' as email
  from staged_lines
  where not is_bad and body is not null and not ${isErasedHolder(sql`staged_lines.code`, rut)}
  order by ${rut}, line`

export function countNewAccounts(tx: Transaction): Promise<number> {
  return countHoldersWithoutAccount(tx, holders)
}

/** Creates an account, not activated, for every new holder. */
export function createHolderAccounts(tx: Transaction, isSample: boolean): Promise<number> {
  return insertHolderAccounts(tx, holders, isSample)
}
