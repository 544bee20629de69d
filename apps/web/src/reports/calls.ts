import type { AnswersOfReport, Reports } from '@carpeta/contract/reports'
import type { ReportName, ReportPeriod } from '@carpeta/domain/reports/reports'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { answered } from '../api/client.ts'
import { download } from '../api/download.ts'
import { pageOf } from '../api/resources.ts'

export type { AnswersOfReport, Reports }

/** The figures of a period; none is asked without one. */
export function reportsQuery(period: ReportPeriod | null) {
  return queryOptions({
    queryKey: ['reports', period?.from, period?.to],
    staleTime: 0,
    queryFn: period
      ? ({ signal }) =>
          answered('GET /api/reports/', { query: { from: period.from, to: period.to }, signal })
      : skipToken,
  })
}

export function fetchReportCsv(name: ReportName, { from, to }: ReportPeriod): Promise<Blob | null> {
  return download('GET /api/reports/:name/export.csv', { params: { name }, query: { from, to } })
}

/** What is overdue today by age, and a page of the sales of one band; of all without one. */
export function overdueQuery(band: string, page: number) {
  return queryOptions({
    queryKey: ['overdue', band, page],
    staleTime: 0,
    queryFn: ({ signal }) =>
      answered('GET /api/overdue-sales/', { query: { ...pageOf(page), band }, signal }),
  })
}

export function fetchOverdueCsv(band: string): Promise<Blob | null> {
  return download('GET /api/overdue-sales/export.csv', { query: { band } })
}

export const NEVER_ENTERED = 'never entered'

/** As many as are printed at once. */
const LETTERS_PAGE = '50'

/** Members who never chose a password. */
export function neverEnteredQuery(page: number) {
  return queryOptions({
    queryKey: [NEVER_ENTERED, page],
    staleTime: 0,
    queryFn: ({ signal }) =>
      answered('GET /api/never-entered/', {
        query: { ...pageOf(page), pageSize: LETTERS_PAGE },
        signal,
      }),
  })
}

export function printLetters(ids: number[]): Promise<Blob | null> {
  return download('POST /api/letters/', { body: { ids } })
}
