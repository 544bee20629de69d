import { isOutdated } from '@carpeta/domain/dates/business-days'
import { addDays, todayInSantiago } from '@carpeta/domain/dates/dates'
import { closedDaysWith } from '../calendar/closed-days.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { sharedSaleJson } from './accesses/shared-sale-json.ts'
import { keepReceiptLinksOf } from './receipt-links.ts'
import { findSales } from './sales-store.ts'

// Older figures are outdated whatever the holidays.
const CLOSED_DAYS_WINDOW = 60

export interface OwnSale {
  id: number
  code: string
  contentHash: string
  /** The cut-off, ISO 8601 in UTC. */
  asOf: string
  /** The sale as `GET /api/sales-data/` sends it: JSON text, so that no amount becomes a float. */
  json: string
  /** The sale as stored, without what depends on the day or on a setting. */
  view: string
  /** Somebody else holds the sale. */
  isShared: boolean
  /** The holder's account; null for an account that does not exist. */
  holderId: number | null
}

/**
 * The sales that a member sees, in one query; receipt links only of the configured hosts. A sale of
 * somebody else has no personal data of its holder.
 */
export async function readOwnSales(
  { db, config }: { db: Database; config: Pick<Config, 'receiptHosts'> },
  { user }: SignedInCaller,
): Promise<OwnSale[]> {
  const member = { id: user.id, rut: user.profile.social_security }
  const now = new Date()
  const today = todayInSantiago(now)
  const from = addDays(today, -CLOSED_DAYS_WINDOW)
  const sales = await findSales(db, member, from, today)
  const closed = closedDaysWith(sales[0]?.ownHolidays ?? [], from, today)
  return sales.map((sale) => {
    const { id, code, contentHash, asOf, view, requests, ufOfToday } = sale
    const outdated = isOutdated(new Date(asOf), now, closed)
    const json = `${view.slice(0, -1)},"requerimientos":${requests},"actualizado_al":"${asOf}","desactualizado":${outdated},"uf_del_dia":${ufOfToday}}`
    const shown = keepReceiptLinksOf(config.receiptHosts, json)
    const { accessKind: kind, accessUntil: lastDay, holderId } = sale
    if (kind === null) {
      return { id, code, contentHash, asOf, json: shown, view, isShared: false, holderId: user.id }
    }
    const shared = sharedSaleJson(shown, { kind, lastDay })
    return { id, code, contentHash, asOf, json: shared, view, isShared: true, holderId }
  })
}
