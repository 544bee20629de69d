import type { ReplacedSample } from '@carpeta/domain/imports/replaced-sample'
import { countSampleAnnouncements } from '../announcements/announcements-store.ts'
import { deleteSampleAnnouncements } from '../announcements/delete-old-announcements.ts'
import type { Transaction } from '../db/client.ts'
import { type SQL, sql } from '../db/query.ts'
import {
  countSampleReports,
  deleteSampleReports,
} from '../payment-reports/payment-reports-store.ts'
import { countSampleProcedures, deleteSampleProcedures } from '../procedures/procedures-store.ts'
import {
  countSampleRequests,
  deleteSampleRequests,
  isRequested,
} from '../requests/requests-store.ts'
import { isErasedHolder } from '../sales/erased-buyers-store.ts'
import { confirmSales, type LoadFacts, withdrawSales } from '../sales/loading/merge-sales-store.ts'
import { mergeStagedSales } from '../sales/loading/staged-sales-store.ts'
import { countSampleUfValues, deleteSampleUfValues } from '../uf/uf-store.ts'
import { countHoldersWithoutAccount, insertHolderAccounts } from '../users/people-store.ts'
import { type StagedCounts, unchangedSales, vanishing } from './staging/staging-store.ts'

/** Applies the staged sales; replaces all child rows of a changed sale. */
export async function applyStaged(
  tx: Transaction,
  { cutoff, isSample, withdraw }: LoadFacts & { withdraw: boolean },
): Promise<void> {
  // Before their sales become real ones, even where no sale is withdrawn.
  if (!isSample) await deleteSampleReports(tx)
  if (withdraw && !isSample) {
    await deleteSampleRequests(tx)
    await deleteSampleProcedures(tx, isRequested)
    await deleteSampleAnnouncements(tx)
    await deleteSampleUfValues(tx)
  }
  await confirmSales(tx, unchangedSales, { cutoff, isSample })
  await mergeStagedSales(tx, { cutoff, isSample })
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
    reports: await countSampleReports(tx),
    announcements: await countSampleAnnouncements(tx),
    values: await countSampleUfValues(tx),
  }
}

/**
 * The holders of the staged sales. An erased holder gets an account only for a new sale
 * (docs/decisions/personal-data.md).
 */
const holders: SQL = sql`select distinct on (holder_rut) holder_rut as rut, first_name, last_name, email
  from staged_lines
  where not is_bad and is_changed
    and not ${isErasedHolder(sql`staged_lines.code`, sql`staged_lines.holder_rut`)}
  order by holder_rut, ordinal`

export function countNewAccounts(tx: Transaction): Promise<number> {
  return countHoldersWithoutAccount(tx, holders)
}

/** Creates an account, not activated, for every new holder. */
export function createHolderAccounts(tx: Transaction, isSample: boolean): Promise<number> {
  return insertHolderAccounts(tx, holders, isSample)
}
