import * as procedures from '@carpeta/contract/procedures/procedures-endpoints'
import type { saveProcedure, WireProcedure } from '@carpeta/contract/procedures/procedures-schemas'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered, everyRow } from './client/answered.ts'
import type { Resource } from './client/resources.ts'

// The catalogue of procedures, as staff manage it.

export const PROCEDURES: Resource = {
  list: procedures.listProcedures,
  listDeleted: procedures.listDeletedProcedures,
  remove: procedures.deleteProcedure,
  restore: procedures.restoreProcedure,
}

/** Staff get every field. */
export type CatalogueProcedure = WireProcedure &
  Required<Pick<WireProcedure, 'answer_hours' | 'is_active'>>

export type ProcedureFields = z.infer<typeof saveProcedure>

export function createProcedure(body: ProcedureFields): Promise<WireProcedure> {
  return answered(procedures.createProcedure, { body })
}

export function changeProcedure(
  id: number,
  body: Partial<ProcedureFields>,
): Promise<WireProcedure> {
  return answered(procedures.changeProcedure, { params: { id }, body })
}

/** The active procedures, in the order in which members see them. */
export const activeProcedures = queryOptions({
  queryKey: [PROCEDURES, 'all'],
  queryFn: async ({ signal }) =>
    (await everyRow(procedures.listProcedures, signal)) as CatalogueProcedure[],
})

export async function orderProcedures(ids: number[]): Promise<void> {
  await answered(procedures.orderProcedures, { body: { ids } })
}
