import type { saveProcedure, WireProcedure } from '@carpeta/contract/procedures'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './answered.ts'
import { change, create, type Page } from './resources.ts'

// What members can ask for, as staff keep it.

export const PROCEDURES = 'procedures'

/** As staff get it, who are told all of it. */
export type CatalogueProcedure = WireProcedure &
  Required<Pick<WireProcedure, 'answer_hours' | 'is_active'>>

export type ProcedureFields = z.infer<typeof saveProcedure>

export function createProcedure(fields: ProcedureFields): Promise<CatalogueProcedure> {
  return create(PROCEDURES, fields)
}

export function changeProcedure(
  id: number,
  fields: Partial<ProcedureFields>,
): Promise<CatalogueProcedure> {
  return change(PROCEDURES, id, fields)
}

/** All the living ones, in the order in which members see them. */
export const livingProcedures = queryOptions({
  queryKey: [PROCEDURES, 'all'],
  queryFn: async ({ signal }) => {
    const path = '/api/procedures/?page=1&pageSize=999&orderBy=&orderDesc='
    return (await answered<Page<CatalogueProcedure>>('GET', path, { signal })).results
  },
})

export async function orderProcedures(ids: number[]): Promise<void> {
  await answered('POST', '/api/procedures/order/', { body: { ids } })
}
