import type { preferencesSchema } from '@carpeta/contract/account'
import { USUAL_REMINDER_DAYS } from '@carpeta/domain/news/reminder-days'
import type { z } from 'zod'
import { call, perform } from '../../api/client.ts'
import { optionalQuery } from '../../api/optional-query.ts'

export type Preferences = z.infer<typeof preferencesSchema>

/** Whether the user receives the emails that are not about security. */
export const preferencesQuery = optionalQuery({
  queryKey: ['preferences'],
  queryFn: async ({ signal }) => read(await call('GET /api/client/preferences/', { signal })),
})

export async function savePreferences(preferences: Partial<Preferences>): Promise<Preferences> {
  return read((await perform('PATCH /api/client/preferences/', { body: preferences })) ?? null)
}

/** Emails are sent unless the user turned them off. */
function read(answer: Partial<Preferences> | null): Preferences {
  return {
    request_letters: answer?.request_letters !== false,
    announcement_emails: answer?.announcement_emails !== false,
    deed_emails: answer?.deed_emails !== false,
    payment_emails: answer?.payment_emails !== false,
    due_emails: answer?.due_emails !== false,
    due_days: answer?.due_days ?? USUAL_REMINDER_DAYS,
  }
}
