import type { holidaySchema, holidaysResponse, saveHoliday } from '@carpeta/contract/requests'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './answered.ts'

export type Holiday = z.infer<typeof holidaySchema>

export const HOLIDAYS = 'holidays'

/** A year's days on which no deadline runs, and those that the cooperative works all the same. */
export function holidaysQuery(year: number) {
  return queryOptions({
    queryKey: [HOLIDAYS, year],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const path = `/api/holidays/?year=${year}`
      return (await answered<z.infer<typeof holidaysResponse>>('GET', path, { signal })).results
    },
  })
}

export async function setHoliday(holiday: z.infer<typeof saveHoliday>): Promise<void> {
  await answered('POST', '/api/holidays/', { body: holiday })
}

/** From then on the day is what the country's calendar says. */
export async function deleteHoliday(date: string): Promise<void> {
  await answered('DELETE', `/api/holidays/${date}/`)
}
