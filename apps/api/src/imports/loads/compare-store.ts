import type { ChangeKind, LoadState } from '@carpeta/domain/imports/import-rules'
import type { Database } from '../../db/client.ts'
import { maybeOne, sql } from '../../db/query.ts'
import { saleBody } from '../../sales/loading/sale-bodies-store.ts'
import type { StoredBody } from '../findings/find-in-body.ts'

interface StoredChange {
  kind: ChangeKind
  state: LoadState
  isRestorable: boolean
  before: StoredBody | null
  /** Of a dry run, the sale as members would see it: JSON text. */
  after: string | null
  current: StoredBody | null
  currentView: string | null
}

/** A sale before and after, as its rows or as its view; null where it does not exist. */
export type Comparison =
  | { rows: { before: StoredBody | null; after: StoredBody | null } }
  | { views: { before: string | null; after: string | null } }

/** Null when the figures of this sale are not kept. */
export async function readComparison(
  db: Database,
  loadId: number,
  saleCode: string,
): Promise<Comparison | null> {
  const change = await maybeOne<StoredChange>(
    db,
    sql`select kind, loads.state, is_restorable, before, after, ${saleBody} as current,
        (select json from sale_views where sale_id = sales.id) as current_view
      from load_changes join loads on loads.id = load_id
        left join sales on sales.code = sale_code and sales.holder_erased_at is null
      where load_id = ${loadId} and sale_code = ${saleCode}`,
  )
  if (change === null) return null
  const { kind, state, isRestorable, before, after, current, currentView } = change
  if (state === 'tried') {
    const isKept = kind === 'withdrawn' || after !== null
    return isKept ? { views: { before: kind === 'added' ? null : currentView, after } } : null
  }
  if (!isRestorable) return null
  return {
    rows: kind === 'withdrawn' ? { before: current, after: null } : { before, after: current },
  }
}
