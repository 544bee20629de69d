import { expect, test } from 'vitest'
import { can, permissions } from './permissions.ts'

const carla = { permissions: ['users.manage_users', 'auth.add_user'] }

test('Carla may do what she has the permission for, and nothing else', () => {
  const allowed = permissions.filter((permission) => can(carla, permission))
  expect(allowed).toEqual(['users.manage_users', 'auth.add_user'])
})

test('nobody may do what requires a permission without being logged in', () => {
  expect(permissions.filter((permission) => can(null, permission))).toEqual([])
})

test('where no permission is required everybody may', () => {
  expect(can(null)).toBe(true)
  expect(can({ permissions: [] })).toBe(true)
})

test('part of a permission is no permission', () => {
  expect(can({ permissions: ['auth.add_user_x', 'auth', 'users.*'] }, 'auth.add_user')).toBe(false)
})
