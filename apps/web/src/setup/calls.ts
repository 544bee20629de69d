import type { StarterProcedure } from '@carpeta/contract/procedures'
import type { Setup } from '@carpeta/contract/setup'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../api/client.ts'

export type { Setup, StarterProcedure }

/** The checklist of a new installation. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  staleTime: 0,
  queryFn: ({ signal }) => answered('GET /api/setup/', { signal }),
})

export async function sendTestEmail() {
  return (await answered('POST /api/setup/test-email/')).outcome
}

export async function hideSetup(isHidden: boolean): Promise<void> {
  await answered('POST /api/setup/hide/', { body: { is_hidden: isHidden } })
}

export const starterProceduresQuery = queryOptions({
  queryKey: ['starter procedures'],
  staleTime: 0,
  queryFn: async ({ signal }) =>
    (await answered('GET /api/procedures/starter/', { signal })).results,
})

/** @returns how many were added */
export async function addStarterProcedures(titles: string[]): Promise<number> {
  return (await answered('POST /api/procedures/starter/', { body: { titles } })).added
}
