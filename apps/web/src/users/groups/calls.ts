import type { changeGroup as changed, saveGroup, WireGroup } from '@carpeta/contract/users'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from '../../api/client.ts'
import type { Resource } from '../../api/resources.ts'

export const GROUPS: Resource = { list: 'GET /api/groups/', remove: 'DELETE /api/groups/:id/' }

/** Superusers get every field. */
export type Group = Required<WireGroup>
export type GroupFields = z.infer<typeof saveGroup>

/** All groups. */
export const groupsQuery = queryOptions({
  queryKey: [GROUPS, 'all'],
  queryFn: async ({ signal }) => {
    const { results } = await answered('GET /api/groups/', { signal })
    return (results ?? []) as Group[]
  },
})

export function createGroup(body: GroupFields): Promise<WireGroup> {
  return answered('POST /api/groups/', { body })
}

export function changeGroup(id: number, body: z.infer<typeof changed>): Promise<WireGroup> {
  return answered('PATCH /api/groups/:id/', { params: { id: String(id) }, body })
}
