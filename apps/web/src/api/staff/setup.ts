import * as starter from '@carpeta/contract/procedures/starter-endpoints'
import type { StarterProcedure } from '@carpeta/contract/procedures/starter-schemas'
import * as setup from '@carpeta/contract/setup/setup-endpoints'
import type { Setup } from '@carpeta/contract/setup/setup-schemas'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../client/answered.ts'

export type { Setup, StarterProcedure }

/** What a new installation still needs. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  staleTime: 0,
  queryFn: ({ signal }) => answered(setup.getSetup, { signal }),
})

export async function sendTestEmail() {
  return (await answered(setup.sendTestEmail)).outcome
}

export async function hideSetup(isHidden: boolean): Promise<void> {
  await answered(setup.hideSetup, { body: { is_hidden: isHidden } })
}

export const starterProceduresQuery = queryOptions({
  queryKey: ['starter procedures'],
  staleTime: 0,
  queryFn: async ({ signal }) =>
    (await answered(starter.listStarterProcedures, { signal })).results,
})

/** @returns how many were added */
export async function addStarterProcedures(titles: string[]): Promise<number> {
  return (await answered(starter.addStarterProcedures, { body: { titles } })).added
}
