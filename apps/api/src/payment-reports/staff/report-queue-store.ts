import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Pesos } from '@carpeta/domain/money/money'
import type { PaymentReportState } from '@carpeta/domain/payments/payment-report-states'
import type { Database, Transaction } from '../../db/client.ts'
import { many, one, type SQL, sql } from '../../db/query.ts'
import { fullName, isMemberLike } from '../../users/people-store.ts'
import { isHandledSql, oldestReportedFirst } from '../payment-reports-tables.ts'

/** The filters of the queue; null filters nothing. */
export interface ReportFilter {
  /** Part of a member's name. */
  memberName: string | null
  /** Part of a rut, without dots and hyphen. */
  memberRut: string | null
  saleCode: string | null
}

export const reportOrders = ['queue', 'reported_at', 'paid_on', 'amount', 'member'] as const

type ReportOrder = (typeof reportOrders)[number]

export interface QueuedReport {
  id: number
  state: PaymentReportState
  saleId: number
  saleCode: string
  project: string
  memberId: number
  memberName: string
  memberRut: string | null
  paidOn: CalendarDate
  amount: Pesos
  reportedAt: Date
  closedAt: Date | null
}

/** A page of the reports in these states. */
export function listQueue(
  db: Database,
  filter: ReportFilter,
  states: readonly PaymentReportState[],
  page: { orderBy: ReportOrder; descending: boolean; offset: number; limit: number },
): Promise<QueuedReport[]> {
  const direction = page.descending ? sql`desc` : sql`asc`
  return many<QueuedReport>(
    db,
    sql`select payment_reports.id, state, sale_id, sales.code as sale_code, sales.project,
        member.id as member_id, ${fullName(sql`member`)} as member_name, member.rut as member_rut,
        paid_on, amount, reported_at, closed_at
      from payment_reports
      join sales on sales.id = sale_id
      join users member on member.id = user_id
      where state = any(${states}) and ${matching(filter)}
      order by ${orders[page.orderBy]} ${direction}, payment_reports.id ${direction}
      offset ${page.offset} limit ${page.limit}`,
  )
}

/** The number of reports in each state; states without reports are left out. */
export async function countByState(
  db: Database,
  filter: ReportFilter,
): Promise<Map<PaymentReportState, number>> {
  const counts = await many<{ state: PaymentReportState; count: number }>(
    db,
    sql`select state, count(*) from payment_reports where ${matching(filter)} group by state`,
  )
  return new Map(counts.map(({ state, count }) => [state, count]))
}

/** The reports that staff have not matched or declined yet. */
export async function countReported(db: Database): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*) from payment_reports where state = 'reported'`,
  )
  return count
}

/** The payments of these sales that confirm a report, by sale and key. */
export function listConfirming(
  db: Database | Transaction,
  saleIds: number[],
): Promise<{ saleId: number; paymentKey: string }[]> {
  return many(
    db,
    sql`select sale_id, payment_key from payment_reports
      where sale_id = any(${saleIds}) and state = 'confirmed'`,
  )
}

function matching({ memberName, memberRut, saleCode }: ReportFilter): SQL {
  return sql.and(
    saleCode === null
      ? null
      : sql`sale_id in (select id from sales where fold_text(code) like contains_pattern(${saleCode}))`,
    memberName === null ? null : isMemberLike(sql`user_id`, { name: memberName, rut: memberRut }),
  )
}

const orders: Record<ReportOrder, SQL> = {
  queue: sql`${isHandledSql}, ${oldestReportedFirst}`,
  reported_at: sql`payment_reports.reported_at`,
  paid_on: sql`payment_reports.paid_on`,
  amount: sql`payment_reports.amount`,
  member: sql`spanish_order(member.first_name || ' ' || member.last_name) collate "C"`,
}
