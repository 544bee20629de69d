import { answered } from '../api/client.ts'
import { optionalQuery } from '../api/optional-query.ts'
import { environment } from '../environment/environment.ts'

export const dueCalendarQuery = optionalQuery({
  queryKey: ['due calendar'],
  queryFn: ({ signal }) => answered('GET /api/due-calendar/', { signal }),
})

/** @returns the address at which a calendar reads the due dates; nothing else ever tells it */
export async function createDueCalendar(): Promise<string> {
  const { key } = await answered('POST /api/due-calendar/', {})
  const base = (await environment()).api || window.location.origin
  return `${base}/api/due-calendar.ics?key=${key}`
}

export async function stopSharing(): Promise<void> {
  await answered('DELETE /api/due-calendar/', {})
}
