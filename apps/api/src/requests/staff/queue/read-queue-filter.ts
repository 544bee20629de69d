import type { requestsQuery } from '@carpeta/contract/requests/staff-requests-schemas'
import { id } from '@carpeta/contract/text'
import { type RequestState, requestStates } from '@carpeta/domain/requests/request-states'
import type { z } from 'zod'
import { readFilterRut, readFilterText } from '../../../http/filters.ts'
import { readFlag } from '../../../http/paging.ts'
import type { RequestFilter } from '../workbench-store.ts'
import type { RequestSearch } from './request-search-store.ts'

/** Unreadable filters are ignored (docs/specification.md §11.25). */
export function readQueueFilter(
  query: z.infer<typeof requestsQuery>,
  userId: number,
): RequestFilter {
  const procedure = id.safeParse(query.procedure || null)
  const member = readFilterText(query.member)
  return {
    search: readSearch(query.q),
    procedureId: procedure.success ? procedure.data : null,
    project: readFilterText(query.project),
    memberName: member,
    memberRut: readFilterRut(member),
    assigneeId: readFlag(query.mine) ? userId : null,
    isUnassigned: readFlag(query.unassigned),
    isOverdue: readFlag(query.overdue),
    hasReply: readFlag(query.replied),
  }
}

/** The known states of a comma-separated list; null if there are none. */
export function readStates(text = ''): RequestState[] | null {
  const names = text.split(',').map((name) => name.trim())
  const states = requestStates.filter((state) => state !== 'draft' && names.includes(state))
  return states.length > 0 ? states : null
}

// As members and staff write it: 44, Nº 44, n° 44, #44.
const NUMBER = /^(?:n[º°.]?\s*|#)?(\d{1,10})$/i

export function readSearch(typed: string | undefined): RequestSearch | null {
  const text = readFilterText(typed)
  if (text === null) return null
  const number = id.safeParse(Number(NUMBER.exec(text)?.[1]))
  return { text, id: number.success ? number.data : null, rut: readRutPart(text) }
}

const MIN_RUT_PART = 4

/** Fewer digits are the number of a request: nearly every rut has them somewhere. */
function readRutPart(text: string): string | null {
  const rut = readFilterRut(text)
  return rut !== null && rut.length >= MIN_RUT_PART ? rut : null
}
