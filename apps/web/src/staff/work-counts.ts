import type { WorkCounts } from '@carpeta/contract/staff'
import { answered } from '../api/client.ts'
import { optionalQuery } from '../api/optional-query.ts'

export type { WorkCounts }

/** What is wrong with the backups, for superusers. */
export const backupFaultQuery = optionalQuery({
  queryKey: ['backups'],
  staleTime: 0,
  queryFn: async ({ signal }) => (await answered('GET /api/staff/backups/', { signal })).fault,
})

/** The counts of pending work on staff's start page. */
export const workCountsQuery = optionalQuery({
  queryKey: ['work counts'],
  staleTime: 0,
  queryFn: ({ signal }) => answered('GET /api/staff/counts/', { signal }),
})

export const MAX_URGENT = 5

/** The requests that the user has to answer, or that nobody has, the most overdue first. */
export const urgentRequestsQuery = optionalQuery({
  queryKey: ['urgent requests'],
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const list = async (flag: 'mine' | 'unassigned') => {
      const query = { state: 'sent,in_review', [flag]: '1', pageSize: String(MAX_URGENT) }
      return (await answered('GET /api/requests/', { query, signal })).results
    }
    const rows = await Promise.all([list('mine'), list('unassigned')])
    const dueOf = ({ due_at }: { due_at: string | null }) => due_at ?? '9999'
    return rows.flat().sort((a, b) => dueOf(a).localeCompare(dueOf(b)))
  },
})
