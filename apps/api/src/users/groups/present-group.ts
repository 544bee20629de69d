import type { WireGroup } from '@carpeta/contract/users/groups-schemas'
import type { Group } from './groups-store.ts'

/** What a group may do, and how many belong to it, is for superusers to know. */
export function presentGroup(group: Group, { is_superuser }: { is_superuser: boolean }): WireGroup {
  const { id, name, permissions, members } = group
  return is_superuser ? { id, name, permissions, members } : { id, name }
}
