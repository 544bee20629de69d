import { expect, test } from 'vitest'
import { permissionName } from './permission-names.ts'

test('a permission is told in words, and one that is not known by its string', () => {
  expect(permissionName('auth.add_user')).toBe('Añadir usuarios')
  expect(permissionName('trees.climb')).toBe('trees.climb')
  expect(permissionName('constructor')).toBe('constructor')
})
