import type { Transaction } from '../../db/client.ts'
import { exec, sql } from '../../db/query.ts'
import { unchangedCodes } from '../staging/staging-store.ts'

/** Of a format that suddenly means something else, every sale would have several. */
const MAX_STORED_FINDINGS = 10_000

const stagedFindings = sql`
  select staged_sale.code as sale_code, staged_findings.code, stated, computed
  from staged_findings join staged_sale using (ordinal)
  union all
  select sales.code, sale_findings.code, stated, computed
  from sale_findings join sales on sales.id = sale_id
  where sales.code in (${unchangedCodes})`

/** Records the findings of the staged sales, and of those that the load repeats unchanged. */
export async function recordFindings(tx: Transaction, loadId: number): Promise<void> {
  await exec(
    tx,
    sql`update loads set findings = (select count(*) from (${stagedFindings}) as found)
      where id = ${loadId}`,
  )
  await exec(
    tx,
    sql`insert into load_findings (load_id, sale_code, code, stated, computed)
      select ${loadId}, sale_code, code, stated, computed from (${stagedFindings}) as found
      order by sale_code, code limit ${MAX_STORED_FINDINGS}`,
  )
}
