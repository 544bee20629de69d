import type { ChangeKind, LoadState } from '@carpeta/domain/imports/import-rules'
import type { Database } from '../../db/client.ts'
import { maybeOne, sql } from '../../db/query.ts'
import { saleBody } from '../../sales/sale-bodies-store.ts'
import type { StoredBody } from '../findings/find-in-body.ts'

interface StoredChange {
  kind: ChangeKind
  state: LoadState
  isRestorable: boolean
  before: StoredBody | null
  after: StoredBody | null
  current: StoredBody | null
}

/** A sale before and after a load; null where it did not exist, or without figures to compare. */
export async function readComparison(
  db: Database,
  loadId: number,
  saleCode: string,
): Promise<Pick<StoredChange, 'before' | 'after'> | null> {
  const change = await maybeOne<StoredChange>(
    db,
    sql`select kind, loads.state, is_restorable, before, after::jsonb as after,
        (select ${saleBody} from sales
          where sales.code = sale_code and sales.holder_erased_at is null) as current
      from load_changes join loads on loads.id = load_id
      where load_id = ${loadId} and sale_code = ${saleCode}`,
  )
  if (change === null) return null
  const { kind, state, isRestorable, before, after, current } = change
  if (state === 'tried') {
    const isKept = kind === 'withdrawn' || after !== null
    return isKept ? { before: kind === 'added' ? null : current, after } : null
  }
  if (!isRestorable) return null
  if (kind === 'withdrawn') return { before: current, after: null }
  return { before, after: current }
}
