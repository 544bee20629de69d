import * as groups from '@carpeta/contract/users/groups-endpoints'
import type { saveGroup, WireGroup } from '@carpeta/contract/users/groups-schemas'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered, everyRow } from './client/answered.ts'
import type { Resource } from './client/resources.ts'

export const GROUPS: Resource = { list: groups.listGroups, remove: groups.deleteGroup }

/** Superusers get every field. */
export type Group = Required<WireGroup>
export type GroupFields = z.infer<typeof saveGroup>

/** All groups, in one page. */
export const groupsQuery = queryOptions({
  queryKey: [GROUPS, 'all'],
  queryFn: async ({ signal }) => (await everyRow(groups.listGroups, signal)) as Group[],
})

export function createGroup(body: GroupFields): Promise<WireGroup> {
  return answered(groups.createGroup, { body })
}

export function changeGroup(id: number, body: Partial<GroupFields>): Promise<WireGroup> {
  return answered(groups.changeGroup, { params: { id: String(id) }, body })
}
