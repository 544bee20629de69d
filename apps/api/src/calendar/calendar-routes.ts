import { endpoints, type holidaySchema } from '@carpeta/contract/calendar'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { holidayMessages, readHolidayYear } from '@carpeta/domain/dates/holiday-rules'
import type { z } from 'zod'
import type { Api } from '../http/api.ts'
import { InvalidFields } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { deleteHoliday, type Holiday, listHolidays, setHoliday } from './holidays.ts'

/** The days that deadlines do not count. */
export function calendarRoutes(api: Api): void {
  serve(api, endpoints, {
    'GET /api/holidays/': async ({ query }) => {
      const year = readHolidayYear(query.year ?? todayInSantiago(new Date()).slice(0, 4))
      if (year === null) throw new InvalidFields({ year: [holidayMessages.year] })
      return { results: (await listHolidays(api.db, year)).map(presentHoliday) }
    },
    'POST /api/holidays/': async ({ caller, body: { date, name, is_closed: isClosed } }) =>
      presentHoliday(await setHoliday(api, caller, { date, name, isClosed })),
    'DELETE /api/holidays/:date/': async ({ caller, params }) => {
      await deleteHoliday(api, caller, params.date)
      return {}
    },
  })
}

function presentHoliday({ date, name, isClosed, isOwn }: Holiday): z.infer<typeof holidaySchema> {
  return { date, name, is_closed: isClosed, is_own: isOwn }
}
