import type {
  changeProcedure as changed,
  saveProcedure,
  WireProcedure,
} from '@carpeta/contract/procedures'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered, everyRow } from '../api/client.ts'
import type { Resource } from '../api/resources.ts'

// The catalogue of procedures, as staff manage it.

export const PROCEDURES: Resource = {
  list: 'GET /api/procedures/',
  listDeleted: 'GET /api/procedures/trashed/',
  remove: 'DELETE /api/procedures/:id/',
  restore: 'PATCH /api/procedures/:id/restore/',
}

/** Staff get every field. */
export type CatalogueProcedure = WireProcedure &
  Required<Pick<WireProcedure, 'answer_hours' | 'is_active'>>

export type ProcedureFields = z.infer<typeof saveProcedure>

export function createProcedure(body: ProcedureFields): Promise<WireProcedure> {
  return answered('POST /api/procedures/', { body })
}

export function changeProcedure(id: number, body: z.infer<typeof changed>): Promise<WireProcedure> {
  return answered('PATCH /api/procedures/:id/', { params: { id }, body })
}

/** The active procedures, in the order in which members see them. */
export const activeProcedures = queryOptions({
  queryKey: [PROCEDURES, 'all'],
  queryFn: async ({ signal }) =>
    (await everyRow('GET /api/procedures/', signal)) as CatalogueProcedure[],
})

export async function orderProcedures(ids: number[]): Promise<void> {
  await answered('POST /api/procedures/order/', { body: { ids } })
}
