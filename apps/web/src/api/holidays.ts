import type { holidaySchema } from '@carpeta/contract/calendar'
import type { BodyOf } from '@carpeta/contract/endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './client/client.ts'

export type Holiday = z.infer<typeof holidaySchema>

export const HOLIDAYS = 'holidays'

/** The holidays of a year, and those on which the cooperative works. */
export function holidaysQuery(year: number) {
  return queryOptions({
    queryKey: [HOLIDAYS, year],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = { year: String(year) }
      return (await answered('GET /api/holidays/', { query, signal })).results
    },
  })
}

export async function setHoliday(body: BodyOf<'POST /api/holidays/'>): Promise<void> {
  await answered('POST /api/holidays/', { body })
}

/** The day falls back to the national calendar. */
export async function deleteHoliday(date: string): Promise<void> {
  await answered('DELETE /api/holidays/:date/', { params: { date } })
}
