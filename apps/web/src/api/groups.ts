import type { saveGroup, WireGroup } from '@carpeta/contract/users'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './answered.ts'
import { change, create, type Page } from './resources.ts'

export const GROUPS = 'groups'

/** As a superuser gets it, who is told all of it. */
export type Group = Required<WireGroup>
export type GroupFields = z.infer<typeof saveGroup>

/** All of them: there are a handful. */
export const groupsQuery = queryOptions({
  queryKey: [GROUPS, 'all'],
  queryFn: async ({ signal }) => {
    const path = '/api/groups/?page=1&pageSize=999&orderBy=&orderDesc='
    return (await answered<Page<Group>>('GET', path, { signal })).results
  },
})

export function createGroup(fields: GroupFields): Promise<Group> {
  return create(GROUPS, fields)
}

export function changeGroup(id: number, fields: Partial<GroupFields>): Promise<Group> {
  return change(GROUPS, id, fields)
}
