import type { definitions, requestsQuery } from '@carpeta/contract/requests/staff-requests-schemas'
import { id } from '@carpeta/contract/text'
import { cleanRut } from '@carpeta/domain/people/rut'
import { type RequestState, requestStates } from '@carpeta/domain/requests/request-states'
import type { z } from 'zod'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { pageWithin, readFlag, readPage } from '../../http/paging.ts'
import { presentRequestRow } from './present-request-row.ts'
import {
  countByState,
  listWorkbench,
  type RequestFilter,
  requestOrders,
} from './workbench-store.ts'

type Query = z.infer<typeof requestsQuery>

// Dots and hyphens anywhere, and at most one check digit K at the end.
const RUT_OR_PART = /^[\d.\- ]+[kK]?$/

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
  const member = readText(query.member)
  return {
    procedureId: procedure.success ? procedure.data : null,
    project: readText(query.project),
    memberName: member,
    memberRut: member !== null && isRutOrPart(member) ? cleanRut(member) : null,
    assigneeId: readFlag(query.mine) ? userId : null,
    isUnassigned: readFlag(query.unassigned),
    isOverdue: readFlag(query.overdue),
  }
}

/** Needs a digit, since `k` alone is a name. Two tests, because one pattern would backtrack. */
function isRutOrPart(text: string): boolean {
  return RUT_OR_PART.test(text) && /\d/.test(text)
}

/** The known states of a comma-separated list; null if there are none. */
function readStates(text = ''): RequestState[] | null {
  const names = text.split(',').map((name) => name.trim())
  const states = requestStates.filter((state) => state !== 'draft' && names.includes(state))
  return states.length > 0 ? states : null
}

/** PostgreSQL stores no NUL characters. */
function readText(text = ''): string | null {
  return text.replaceAll('\u0000', '').trim() || null
}
