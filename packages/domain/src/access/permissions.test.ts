import { expect, test } from 'vitest'
import { can, permissions } from './permissions.ts'

const carla = { permissions: ['users.manage_users', 'auth.add_user'] }

test('Carla may do what she has the permission for, and nothing else (§6.4)', () => {
  const allowed = permissions.filter((permission) => can(carla, permission))
  expect(allowed).toEqual(['users.manage_users', 'auth.add_user'])
})

test('without a login nothing that requires a permission is allowed', () => {
  expect(permissions.filter((permission) => can(null, permission))).toEqual([])
})

test('without a required permission everyone is allowed (§6.5)', () => {
  expect(can(null)).toBe(true)
  expect(can({ permissions: [] })).toBe(true)
})

test('part of a permission does not count', () => {
  expect(can({ permissions: ['auth.add_user_x', 'auth', 'users.*'] }, 'auth.add_user')).toBe(false)
})
