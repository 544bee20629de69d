import { endpoints } from '@carpeta/contract/due-calendar'
import type { Api } from '../http/api.ts'
import { sendFile } from '../http/send-file.ts'
import { serve } from '../http/serve.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { calendarOf, createDueCalendar, type ListPaidOnline, stopSharing } from './due-calendar.ts'
import { readDueCalendar } from './due-calendar-store.ts'

/** A member's due dates, for a calendar that asks for them by itself. */
export function dueCalendarRoutes(
  api: Api & { limits: RateLimits; listPaidOnline: ListPaidOnline },
): void {
  serve(api, endpoints, {
    'GET /api/due-calendar/': async ({ caller }) => {
      const calendar = await readDueCalendar(api.db, caller.user.id)
      return calendar ?? { created_at: null, last_read_at: null }
    },
    'POST /api/due-calendar/': ({ caller }) => createDueCalendar(api, caller),
    'DELETE /api/due-calendar/': async ({ caller }) => {
      await stopSharing(api.db, caller)
      return {}
    },
    'GET /api/due-calendar.ics': async ({ caller, query: { key = '' }, reply }) => {
      const content = await calendarOf(api, caller, key)
      const file = endpoints['GET /api/due-calendar.ics']
      return sendFile(reply, file, { name: 'vencimientos.ics', content })
    },
  })
}
