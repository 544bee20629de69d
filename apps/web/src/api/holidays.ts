import * as calendar from '@carpeta/contract/calendar/calendar-endpoints'
import type { definitions, holidaySchema } from '@carpeta/contract/calendar/calendar-schemas'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './client/answered.ts'

export type Holiday = z.infer<typeof holidaySchema>

export const HOLIDAYS = 'holidays'

/** The holidays of a year, and those on which the cooperative works. */
export function holidaysQuery(year: number) {
  return queryOptions({
    queryKey: [HOLIDAYS, year],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = { year: String(year) }
      return (await answered(calendar.listHolidays, { query, signal })).results
    },
  })
}

export async function setHoliday(body: z.infer<typeof definitions.setHoliday.body>): Promise<void> {
  await answered(calendar.setHoliday, { body })
}

/** The day falls back to the national calendar. */
export async function deleteHoliday(date: string): Promise<void> {
  await answered(calendar.deleteHoliday, { params: { date } })
}
