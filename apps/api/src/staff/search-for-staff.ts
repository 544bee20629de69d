import type { SearchResults } from '@carpeta/contract/staff'
import { MIN_SEARCH, searchableParts } from '@carpeta/domain/access/staff-views'
import { recordListRead } from '../audit/record-audit-event.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { readFilterRut, readFilterText } from '../http/paging.ts'
import { type FoundMember, findMembers } from '../people/people-store.ts'
import { readSearch } from '../requests/queue.ts'
import { findRequestsBy } from '../requests/queue-store.ts'
import { searchSales } from '../sales/search-sales.ts'

/** Results of each part. */
const MAX_RESULTS = 6

interface Search {
  text: string
  rut: string | null
}

/**
 * Searches only what the caller may see: a part without permission is absent. Results are recorded as
 * read.
 */
export async function searchForStaff(
  { db }: { db: Database },
  caller: SignedInCaller,
  typed: string,
): Promise<SearchResults> {
  const text = readFilterText(typed) ?? ''
  const parts = searchableParts(caller.user)
  const found = text.length >= MIN_SEARCH ? { text, rut: readFilterRut(text) } : null
  const has = (part: (typeof parts)[number]) => parts.includes(part)
  const named =
    found && has('members')
      ? await findMembers(db, { ...found, limit: MAX_RESULTS, showsEmail: true })
      : []
  return {
    ...(has('members') && { members: await presentMembers(db, caller, named) }),
    ...(has('sales') && { sales: await searchSales({ db }, caller, typed) }),
    ...(has('requests') && { requests: found ? await searchRequests(db, caller, found) : [] }),
  }
}

async function presentMembers(db: Database, caller: SignedInCaller, members: FoundMember[]) {
  await recordListRead(db, caller, 'user', members)
  return members.map(({ id, name, rut, email }) => ({
    id,
    name,
    social_security: rut ?? '',
    email,
  }))
}

async function searchRequests(db: Database, caller: SignedInCaller, { text }: Search) {
  const search = readSearch(text)
  const requests = search ? await findRequestsBy(db, caller, { search, limit: MAX_RESULTS }) : []
  await recordListRead(db, caller, 'request', requests)
  return requests.map(({ id, procedureTitle, state, mergedInto, memberName }) => ({
    id,
    title: procedureTitle,
    state,
    merged_into: mergedInto,
    member: memberName,
  }))
}
