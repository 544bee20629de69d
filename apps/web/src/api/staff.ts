import type { StarterProcedure } from '@carpeta/contract/procedures'
import type { AnswersOfReport, Reports } from '@carpeta/contract/reports'
import type { Setup } from '@carpeta/contract/setup'
import type { AccountEmail, MemberFile, SaleSummary, SearchResults } from '@carpeta/contract/staff'
import type { ReportName, ReportPeriod } from '@carpeta/domain/reports/reports'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answered } from './client/client.ts'
import { download } from './client/download.ts'

export type { AccountEmail, MemberFile, SaleSummary }

/** All that the user may see of another user. */
export function memberFileQuery(id: number) {
  return queryOptions({
    queryKey: ['member file', id],
    // Other users change the same account.
    staleTime: 0,
    queryFn: ({ signal }) => answered('GET /api/staff/members/:id/', { params: { id }, signal }),
  })
}

export type { SearchResults }

export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => answered('GET /api/staff/search/', { query: { q: text }, signal }),
  })
}

export type { AnswersOfReport, Reports }

/** The figures of a period. */
export function reportsQuery({ from, to }: ReportPeriod) {
  return queryOptions({
    queryKey: ['reports', from, to],
    staleTime: 0,
    queryFn: ({ signal }) => answered('GET /api/reports/', { query: { from, to }, signal }),
  })
}

export function fetchReportCsv(name: ReportName, { from, to }: ReportPeriod): Promise<Blob | null> {
  return download('GET /api/reports/:name/export.csv', { params: { name }, query: { from, to } })
}

export type { Setup, StarterProcedure }

/** The checklist of a new installation. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  staleTime: 0,
  queryFn: ({ signal }) => answered('GET /api/setup/', { signal }),
})

export async function sendTestEmail() {
  return (await answered('POST /api/setup/test-email/')).outcome
}

export async function hideSetup(isHidden: boolean): Promise<void> {
  await answered('POST /api/setup/hide/', { body: { is_hidden: isHidden } })
}

export const starterProceduresQuery = queryOptions({
  queryKey: ['starter procedures'],
  staleTime: 0,
  queryFn: async ({ signal }) =>
    (await answered('GET /api/procedures/starter/', { signal })).results,
})

/** @returns how many were added */
export async function addStarterProcedures(titles: string[]): Promise<number> {
  return (await answered('POST /api/procedures/starter/', { body: { titles } })).added
}
