import type { definitions, reportsQuery } from '@carpeta/contract/payments/staff-reports-schemas'
import {
  isPaymentReportState,
  isPendingReport,
  type PaymentReportState,
  paymentReportStates,
} from '@carpeta/domain/payments/payment-report-states'
import type { z } from 'zod'
import type { Database } from '../../db/client.ts'
import { readFilterRut, readFilterText } from '../../http/filters.ts'
import { pageWithin, readPage } from '../../http/paging.ts'
import { findMatched } from './list-candidates.ts'
import {
  countByState,
  listQueue,
  type QueuedReport,
  type ReportFilter,
  reportOrders,
} from './report-queue-store.ts'

type Query = z.infer<typeof reportsQuery>
type Answer = z.infer<typeof definitions.listPaymentReports.answer>

/** A page of reported payments, with the number of reports in each state. */
export async function listPaymentReports({ db }: { db: Database }, query: Query): Promise<Answer> {
  const target = readPage(query, reportOrders)
  const filter = readFilter(query)
  const states = readStates(query.state)
  const counts = await countByState(db, filter)
  const total = states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0)
  const { current, lastPage, ...rows } = pageWithin(target, total)
  const reports = await listQueue(db, filter, states, { ...target, ...rows })
  const matched = await findMatched(
    db,
    reports.filter(({ state }) => isPendingReport(state)),
  )
  return {
    results: reports.map((report) => presentRow(report, matched.has(report))),
    current,
    lastPage,
    counts: Object.fromEntries(paymentReportStates.map((state) => [state, counts.get(state) ?? 0])),
  }
}

/** Unreadable filters are ignored (docs/specification.md §11.25). */
function readFilter(query: Query): ReportFilter {
  const memberName = readFilterText(query.member)
  return {
    memberName,
    memberRut: readFilterRut(memberName),
    saleCode: readFilterText(query.sale),
  }
}

/** The known states of a comma-separated list; all without any. */
function readStates(text = ''): readonly PaymentReportState[] {
  const named = text
    .split(',')
    .map((name) => name.trim())
    .filter(isPaymentReportState)
  return named.length > 0 ? named : paymentReportStates
}

function presentRow(row: QueuedReport, hasMatch: boolean): Answer['results'][number] {
  return {
    id: row.id,
    state: row.state,
    sale_code: row.saleCode,
    project: row.project,
    member: { id: row.memberId, name: row.memberName, social_security: row.memberRut ?? '' },
    paid_on: row.paidOn,
    amount: row.amount,
    reported_at: row.reportedAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
    has_match: hasMatch,
  }
}
