import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { permissions } from '../access/permissions.ts'
import {
  mayAssignGroups,
  mayChangeCredentials,
  mayDeleteOrRestore,
  mayManageAccount,
} from './user-rules.ts'

const carla = { id: 8, is_superuser: false }
const ivan = { id: 10, is_superuser: true }
const rosa = { id: 1, is_superuser: false }

describe('an account', () => {
  test('of a superuser is changed only by superusers', () => {
    expect(mayManageAccount(carla, ivan)).toBe(false)
    expect(mayManageAccount(ivan, { id: 11, is_superuser: true })).toBe(true)
  })

  test('of anyone else is changed by all staff with the permission', () => {
    expect(mayManageAccount(carla, rosa)).toBe(true)
    expect(mayManageAccount(ivan, rosa)).toBe(true)
  })
})

describe('password, email and rut', () => {
  const office = { permissions: ['users.manage_users', 'auth.change_user'] }

  test('can be changed for a member and for a colleague with fewer permissions', () => {
    expect(mayChangeCredentials(office, { permissions: [] })).toBe(true)
    expect(mayChangeCredentials(office, { permissions: ['auth.change_user'] })).toBe(true)
  })

  test('cannot be changed for a colleague with another permission', () => {
    const auditor = { permissions: ['auth.change_user', 'audit.view_audit'] }
    expect(mayChangeCredentials(office, auditor)).toBe(false)
  })
})

describe('deleting and restoring', () => {
  const some = fc.record({ permissions: fc.subarray([...permissions]) })

  test('needs every permission of the other person (security 5.37)', () => {
    fc.assert(
      fc.property(some, some, (actor, target) => {
        const missing = target.permissions.filter((name) => !actor.permissions.includes(name))
        expect(mayDeleteOrRestore(actor, target)).toBe(missing.length === 0)
      }),
    )
  })
})

describe('groups', () => {
  test('are assigned by a superuser, to a new account too', () => {
    expect(mayAssignGroups(ivan, rosa.id)).toBe(true)
    expect(mayAssignGroups(ivan, null)).toBe(true)
    expect(mayAssignGroups(carla, rosa.id)).toBe(false)
  })

  test('never to one’s own account (§6.6)', () => {
    expect(mayAssignGroups(ivan, ivan.id)).toBe(false)
  })
})
