import { expect, test } from 'vitest'
import { mayViewAs } from './view-as-rules.ts'

const person = (id: number, permissions: string[] = [], isClient = false) => ({
  id,
  is_superuser: false,
  permissions,
  profile: { is_client: isClient },
})
const carla = person(1, ['users.view_as_member'])
const rosa = person(2, [], true)

test('Carla may view the portal as Rosa', () => {
  expect(mayViewAs(carla, rosa)).toBe(true)
})

test('staff without this permission may not', () => {
  expect(mayViewAs(person(3, ['users.manage_users', 'audit.view_audit']), rosa)).toBe(false)
})

test('staff may not view themselves, a non-member, a colleague or a superuser', () => {
  const alsoMember = person(1, ['users.view_as_member'], true)
  expect(mayViewAs(alsoMember, alsoMember)).toBe(false)
  expect(mayViewAs(carla, person(4))).toBe(false)
  expect(mayViewAs(carla, person(5, ['requests.answer_requests'], true))).toBe(false)
  expect(mayViewAs(carla, { ...rosa, is_superuser: true })).toBe(false)
})
