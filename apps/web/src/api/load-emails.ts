import type { LoadEmail, LoadEmailsSummary } from '@carpeta/contract/news'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answered } from './client/client.ts'

export type { LoadEmail, LoadEmailsSummary }

const LOAD_EMAILS = 'load emails'
const PAGE_SIZE = '10'
const POLL_INTERVAL_MS = 3000
// Each poll counts as activity. The limit keeps emails that wait long from keeping the session alive.
const MAX_POLLS = 100

/** The emails of a load, polled while they go out. */
export function loadEmailsQuery(loadId: number, page: number, state: string) {
  return queryOptions({
    queryKey: [LOAD_EMAILS, loadId, page, state],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answered('GET /api/loads/:id/emails/', {
        params: { id: loadId },
        query: { page: String(page), pageSize: PAGE_SIZE, state },
        signal,
      }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && isSending(data.summary) && dataUpdateCount < MAX_POLLS ? POLL_INTERVAL_MS : false,
  })
}

export function isSending({ waiting, is_paused }: LoadEmailsSummary): boolean {
  return waiting > 0 && !is_paused
}

export function everyPageOf(loadId: number) {
  return { queryKey: [LOAD_EMAILS, loadId] }
}

export async function pauseEmails(loadId: number): Promise<void> {
  await answered('POST /api/loads/:id/emails/pause/', { params: { id: loadId } })
}

export async function sendEmails(loadId: number): Promise<void> {
  await answered('POST /api/loads/:id/emails/send/', { params: { id: loadId } })
}
