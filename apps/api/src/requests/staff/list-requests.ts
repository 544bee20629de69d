import type { definitions, requestsQuery } from '@carpeta/contract/requests/staff-requests-schemas'
import { type RequestState, requestStates } from '@carpeta/domain/requests/request-states'
import type { z } from 'zod'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { pageWithin, readPage } from '../../http/paging.ts'
import { presentRequestRow } from './present-request-row.ts'
import { readQueueFilter, readStates } from './queue/read-queue-filter.ts'
import { countByState, listWorkbench, requestOrders } from './workbench-store.ts'

type Query = z.infer<typeof requestsQuery>

/** A page of the workbench, with the number of requests in each state. */
export async function listRequests(
  { db }: { db: Database },
  { id: callerId }: Pick<SignedInCaller, 'id'>,
  query: Query,
): Promise<z.infer<typeof definitions.listRequests.answer>> {
  const target = readPage(query, requestOrders)
  const filter = readQueueFilter(query, callerId)
  const states = readStates(query.state)
  const counts = await countByState(db, filter)
  const shown: readonly RequestState[] = states ?? requestStates
  const total = shown.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0)
  const { current, lastPage, ...rows } = pageWithin(target, total)
  const results = await listWorkbench(db, filter, states, { ...target, ...rows })
  return {
    results: results.map(presentRequestRow),
    current,
    lastPage,
    counts: Object.fromEntries(
      requestStates
        .filter((state) => state !== 'draft')
        .map((state) => [state, counts.get(state) ?? 0]),
    ),
  }
}
