import type { definitions, procedureFilter } from '@carpeta/contract/procedures/procedures-schemas'
import type { z } from 'zod'
import type { Database } from '../db/client.ts'
import { pageWithin, readPage } from '../http/paging.ts'
import { presentForCatalogue, presentProcedure } from './present-procedure.ts'
import {
  countProcedures,
  type ListScope,
  listProcedures,
  procedureOrders,
} from './procedures-store.ts'

type ProceduresPage = z.infer<typeof definitions.listProcedures.answer>

export async function pageOfProcedures(
  db: Database,
  scope: ListScope,
  query: z.infer<typeof procedureFilter>,
): Promise<ProceduresPage> {
  const filter = { scope, title: query.title?.trim() ?? '' }
  const target = readPage(query, procedureOrders)
  const { current, lastPage, ...rows } = pageWithin(target, await countProcedures(db, filter))
  const procedures = await listProcedures(db, filter, { ...target, ...rows })
  const present = scope === 'offered' ? presentProcedure : presentForCatalogue
  return { results: procedures.map(present), current, lastPage }
}
