import type { AnswerOf } from '@carpeta/contract/endpoints'
import { type CalendarDate, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { formatExactUf } from '@carpeta/domain/money/money'
import { formatRut } from '@carpeta/domain/people/rut'
import {
  type OverdueSale,
  overdueBands,
  overdueSales,
  sumByBand,
} from '@carpeta/domain/reports/overdue'
import { recordAuditEvent, recordContentRead } from '../audit/record-audit-event.ts'
import { requireRecentAuthentication } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import { csvNumber, csvText } from '../files/csv-writer.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { type PageQuery, pageWithin, readPage } from '../http/paging.ts'
import { listWaiting } from '../payment-reports/waiting-payments.ts'
import {
  listInstalmentsBefore,
  listOwingHolders,
  type OwingHolder,
} from '../sales/overdue-store.ts'
import { ownPurchasesAmong } from '../sales/sale-accesses.ts'

type Chosen = PageQuery & { band?: string | undefined }
type Answer = AnswerOf<'GET /api/overdue-sales/'>

/** What is overdue today by age, and a page of the sales of one band or of all. Reading them is recorded. */
export async function readOverdue(
  { db }: { db: Database },
  caller: SignedInCaller,
  chosen: Chosen,
): Promise<Answer> {
  const today = todayInSantiago(new Date())
  const sales = await listOverdue(db, caller, today)
  const listed = inBand(sales, chosen.band)
  const { current, lastPage, offset, limit } = pageWithin(
    readPage(chosen, ['amount']),
    listed.length,
  )
  const results = await withHolders(db, listed.slice(offset, offset + limit))
  await recordContentRead(db, caller, { type: 'overdue', id: '' }, results)
  return { today, bands: sumByBand(sales), results, current, lastPage }
}

/** The same as CSV. @throws {Refused} 403 without a recent authentication */
export async function exportOverdue(
  { db }: { db: Database },
  caller: SignedInCaller,
  band: string | undefined,
): Promise<string> {
  await requireRecentAuthentication(db, caller)
  const today = todayInSantiago(new Date())
  const sales = inBand(await listOverdue(db, caller, today), band)
  await recordAuditEvent(db, caller, { action: 'overdue.exported', after: { sales: sales.length } })
  const holders = await holdersOf(db, sales)
  return csvText([
    [
      ...['Venta', 'Socio', 'Rut', 'Propiedad', 'Teléfono', 'Correo', 'Antigüedad'],
      ...['Cuotas atrasadas', 'Sin saldo conocido', 'Vencida desde', 'UF'],
      ...['Pagó en línea, por registrar', 'Informó un pago, por revisar'],
    ],
    ...sales.map(({ code, band, instalments, unknown, oldest, amount, paidOnline, reported }) => {
      const { holder, holderRut, home, phone, email } = holders.get(code) ?? nobody
      return [
        ...[code, holder, formatRut(holderRut), home, phone, email, overdueBands[band]?.name ?? ''],
        ...[csvNumber(String(instalments)), csvNumber(String(unknown))],
        ...[oldest === null ? '' : shortDate(oldest), csvNumber(formatExactUf(amount))],
        ...[paidOnline, reported].map((day) => (day === null ? '' : shortDate(day))),
      ]
    }),
  ])
}

/**
 * With what was paid of it that accounting does not have yet: staff call nobody about that. Without the caller's own
 * purchases, about which a colleague calls.
 */
async function listOverdue(
  db: Database,
  caller: SignedInCaller,
  today: CalendarDate,
): Promise<OverdueSale[]> {
  const all = await listInstalmentsBefore(db, today)
  const own = await ownPurchasesAmong(db, caller, [...new Set(all.map(({ saleId }) => saleId))])
  const instalments = all.filter(({ saleId }) => !own.has(saleId))
  const codes = new Map(instalments.map(({ saleId, code }) => [saleId, code]))
  const { waiting } = await listWaiting(db, [...codes.keys()])
  const named = waiting.map((each) => ({ ...each, code: codes.get(each.saleId) ?? '' }))
  return overdueSales(instalments, named, today)
}

/** All of them for anything but the place of a band. */
function inBand(sales: OverdueSale[], band = ''): OverdueSale[] {
  return overdueBands[Number(band || Number.NaN)]
    ? sales.filter((sale) => sale.band === Number(band))
    : sales
}

const nobody: Omit<OwingHolder, 'code'> = {
  userId: null,
  holder: '',
  holderRut: '',
  home: '',
  phone: '',
  email: '',
}

async function holdersOf(db: Database, sales: OverdueSale[]): Promise<Map<string, OwingHolder>> {
  const holders = await listOwingHolders(db, [...new Set(sales.map(({ code }) => code))])
  return new Map(holders.map((holder) => [holder.code, holder]))
}

async function withHolders(db: Database, sales: OverdueSale[]): Promise<Answer['results']> {
  const holders = await holdersOf(db, sales)
  return sales.map(({ code, band, instalments, amount, unknown, oldest, ...waiting }) => {
    const { userId, holder, home, phone, email } = holders.get(code) ?? nobody
    return {
      ...{ sale: code, band, instalments, amount, unknown, oldest: oldest ?? '' },
      ...{ holder, home, phone, email, user_id: userId },
      ...{ paid_online: waiting.paidOnline ?? '', reported: waiting.reported ?? '' },
    }
  })
}
