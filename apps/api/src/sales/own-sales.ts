import { isOutdated } from '@carpeta/domain/dates/business-days'
import { addDays, type CalendarDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { holderFields, holderPrefixes, paymentFields } from '@carpeta/domain/sales/sale-fields'
import { type SaleAccessKind, shownToReader } from '@carpeta/domain/sales/shared-sale'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { closedDays, closedDaysWith } from '../calendar/closed-days.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { AuditActor, SignedInCaller } from '../http/caller.ts'
import { parseKeepingNumbers } from './exact-json.ts'
import { findSales, type RequestsAsJson, type SaleReader } from './own-sales-store.ts'

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
  /** The member's role on the sale (`'co_holder'`, `'representative'`), or null for the holder. */
  accessKind: SaleAccessKind | null
  /** The holder's account; null for an account that does not exist. */
  holderId: number | null
}

interface OwnSalesServices {
  db: Database | Transaction
  config: Pick<Config, 'receiptHosts'>
  /** Without it the sales have no requests. */
  requestsAsJson?: RequestsAsJson
}

export function readerOf({ user }: SignedInCaller): SaleReader {
  return { id: user.id, rut: user.profile.social_security }
}

/**
 * The sales that a member sees, in one query; receipt links only of the configured hosts. A sale of
 * somebody else has no personal data of its holder. UF and `desactualizado` are those of `day`.
 */
export async function readOwnSales(
  { db, config, requestsAsJson }: OwnSalesServices,
  member: SaleReader,
  day: CalendarDate = todayInSantiago(new Date()),
): Promise<OwnSale[]> {
  const from = addDays(day, -CLOSED_DAYS_WINDOW)
  const sales = await findSales(db, member, from, day, requestsAsJson)
  const closed = closedDaysWith(sales[0]?.ownHolidays ?? [], from, day)
  return sales.map((sale) => {
    const { id, code, contentHash, asOf, view, requests, ufOfDay, ufOfPayments } = sale
    const question = sale.questionProcedureId
    const outdated = isOutdated(new Date(asOf), day, closed)
    const json = `${view.slice(0, -1)},"requerimientos":${requests},${question === null ? '' : `"consulta":${question},`}"actualizado_al":"${asOf}","desactualizado":${outdated},"uf_del_dia":${ufOfDay},"uf_de_los_pagos":${ufOfPayments}}`
    const shown = blankForeignReceiptLinks(config.receiptHosts, json)
    const { accessKind: kind, accessUntil: lastDay, holderId } = sale
    const own = { id, code, contentHash, asOf, view, accessKind: kind }
    if (kind === null) return { ...own, json: shown, holderId: member.id }
    return { ...own, json: sharedSaleJson(shown, { kind, lastDay }), holderId }
  })
}

/** Whether figures with this cut-off were outdated on a day. */
export async function wasOutdated(db: Database, asOf: string, day: CalendarDate): Promise<boolean> {
  const closed = await closedDays(db, addDays(day, -CLOSED_DAYS_WINDOW), day)
  return isOutdated(new Date(asOf), day, closed)
}

/** Empties receipt links to hosts outside `hosts` (`RECEIPT_HOSTS`); an empty list allows all. */
function blankForeignReceiptLinks(hosts: string[], saleJson: string): string {
  if (hosts.length === 0) return saleJson
  const { wire } = paymentFields.receiptUrl
  const isForeign = (address: string) => !hosts.includes(URL.parse(address)?.hostname ?? '')
  return JSON.stringify(
    parseKeepingNumbers(saleJson, (name, text) => (name === wire && isForeign(text) ? '' : text)),
  )
}

/**
 * A sale's JSON text for a reader who does not hold it: without the personal data of other people. A
 * co-holder keeps his own. `lastDay` is '' for an access without an end.
 */
export function sharedSaleJson(
  json: string,
  { kind, lastDay }: { kind: SaleAccessKind; lastDay: string },
): string {
  const sale = parseKeepingNumbers(json) as { venta: Record<string, unknown> }
  const others = kind === 'co_holder' ? ['holder' as const] : (['holder', 'coHolder'] as const)
  const hidden = others.flatMap((party) =>
    Object.entries(holderFields)
      .filter(([name]) => !shownToReader.includes(name))
      .map(([, { wire, kind }]) => [
        `${holderPrefixes[party]}${wire}`,
        kind === 'pesos' ? null : '',
      ]),
  )
  const venta = { ...sale.venta, ...Object.fromEntries(hidden) }
  return JSON.stringify({ ...sale, venta, compartida: { como: kind, hasta: lastDay } })
}

/** Each holder learns who else read the sale. */
export async function recordSharedReads(
  db: Database,
  actor: AuditActor,
  sales: OwnSale[],
): Promise<void> {
  const shared = sales.filter(({ accessKind }) => accessKind !== null)
  if (shared.length === 0) return
  await db.uncheckedTransaction(async (tx) => {
    for (const { code, holderId, accessKind } of shared) {
      const object = { type: 'sale', id: code }
      const after = { access_kind: accessKind }
      await recordAuditEvent(tx, actor, {
        action: 'member.read',
        object,
        subjectId: holderId,
        after,
      })
    }
  })
}
