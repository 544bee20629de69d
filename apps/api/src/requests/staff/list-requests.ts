import type { definitions, requestsQuery } from '@carpeta/contract/requests/staff-requests-schemas'
import { id } from '@carpeta/contract/text'
import { type RequestState, requestStates } from '@carpeta/domain/requests/request-states'
import type { z } from 'zod'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { readFilterRut, readFilterText } from '../../http/filters.ts'
import { pageWithin, readFlag, readPage } from '../../http/paging.ts'
import { presentRequestRow } from './present-request-row.ts'
import {
  countByState,
  listWorkbench,
  type RequestFilter,
  requestOrders,
} from './workbench-store.ts'

type Query = z.infer<typeof requestsQuery>

/** A page of the workbench, with the number of requests in each state. */
export async function listRequests(
  { db }: { db: Database },
  { id: callerId }: Pick<SignedInCaller, 'id'>,
  query: Query,
): Promise<z.infer<typeof definitions.listRequests.answer>> {
  const target = readPage(query, requestOrders)
  const filter = readFilter(query, callerId)
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

/** Unreadable filters are ignored (docs/specification.md §11.25). */
function readFilter(query: Query, userId: number): RequestFilter {
  const procedure = id.safeParse(query.procedure || null)
  const member = readFilterText(query.member)
  return {
    procedureId: procedure.success ? procedure.data : null,
    project: readFilterText(query.project),
    memberName: member,
    memberRut: readFilterRut(member),
    assigneeId: readFlag(query.mine) ? userId : null,
    isUnassigned: readFlag(query.unassigned),
    isOverdue: readFlag(query.overdue),
  }
}

/** The known states of a comma-separated list; null if there are none. */
function readStates(text = ''): RequestState[] | null {
  const names = text.split(',').map((name) => name.trim())
  const states = requestStates.filter((state) => state !== 'draft' && names.includes(state))
  return states.length > 0 ? states : null
}
