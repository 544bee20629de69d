import { isOutdated } from '@carpeta/domain/dates/business-days'
import { addDays, todayInSantiago } from '@carpeta/domain/dates/dates'
import { closedDaysWith } from '../calendar/closed-days.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
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
}

/** A member's own sales in one query; receipt links only of the configured hosts. */
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
  return sales.map(({ id, code, contentHash, asOf, view, requests, ufOfToday }) => {
    const outdated = isOutdated(new Date(asOf), now, closed)
    const json = `${view.slice(0, -1)},"requerimientos":${requests},"actualizado_al":"${asOf}","desactualizado":${outdated},"uf_del_dia":${ufOfToday}}`
    const shown = keepReceiptLinksOf(config.receiptHosts, json)
    return { id, code, contentHash, asOf, json: shown, view }
  })
}
