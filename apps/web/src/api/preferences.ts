import type { preferencesSchema } from '@carpeta/contract/requests'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from './client.ts'

type Preferences = z.infer<typeof preferencesSchema>

const PATH = '/api/client/preferences/'

/** Whether one gets the letters that are not about security. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async ({ signal }) => read(await call('GET', PATH, { signal })),
})

export async function savePreferences(preferences: Preferences): Promise<Preferences> {
  return read(await call('PATCH', PATH, { body: preferences }))
}

/** Unless one said otherwise, letters come. */
function read(answer: unknown): Preferences {
  const { request_letters } = (answer ?? {}) as Partial<Preferences>
  return { request_letters: request_letters !== false }
}
