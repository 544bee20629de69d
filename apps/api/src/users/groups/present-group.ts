import type { WireGroup } from '@carpeta/contract/users/groups-schemas'
import type { Group } from './groups-store.ts'

/** Only superusers see the permissions and the number of members. */
export function presentGroup(group: Group, { is_superuser }: { is_superuser: boolean }): WireGroup {
  const { id, name, permissions, members } = group
  return is_superuser ? { id, name, permissions, members } : { id, name }
}
