import { expect, test } from 'vitest'
import { buildStaff, buildUser } from '../../testing/build-user.ts'
import { offlineOwner } from './member-area.tsx'

test('a member stores a copy in a session of the member’s own, never staff who view the folder (§12.484)', () => {
  expect(offlineOwner(buildUser({ id: 7 }))).toBe(7)
  expect(offlineOwner({ ...buildUser(), viewed_by: { id: 1, name: 'Carla Soto' } })).toBeUndefined()
  expect(offlineOwner(buildStaff())).toBeUndefined()
  expect(offlineOwner(null)).toBeUndefined()
})
