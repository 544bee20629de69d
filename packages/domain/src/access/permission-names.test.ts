import { expect, test } from 'vitest'
import { permissionName } from './permission-names.ts'

test('a permission has a label, and an unknown one its string', () => {
  expect(permissionName('auth.add_user')).toBe('Añadir usuarios')
  expect(permissionName('trees.climb')).toBe('trees.climb')
  expect(permissionName('constructor')).toBe('constructor')
})
