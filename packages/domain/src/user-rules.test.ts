import { describe, expect, test } from 'vitest'
import { mayAssignGroups, mayTouch } from './user-rules.ts'

const carla = { id: 8, is_superuser: false }
const ivan = { id: 10, is_superuser: true }
const rosa = { id: 1, is_superuser: false }

describe('an account', () => {
  test('of a superuser is touched by superusers only', () => {
    expect(mayTouch(carla, ivan)).toBe(false)
    expect(mayTouch(ivan, { id: 11, is_superuser: true })).toBe(true)
  })

  test('of anybody else by all who have the permission', () => {
    expect(mayTouch(carla, rosa)).toBe(true)
    expect(mayTouch(ivan, rosa)).toBe(true)
  })
})

describe('groups', () => {
  test('are assigned by a superuser, to a new account too', () => {
    expect(mayAssignGroups(ivan, rosa.id)).toBe(true)
    expect(mayAssignGroups(ivan, null)).toBe(true)
    expect(mayAssignGroups(carla, rosa.id)).toBe(false)
  })

  test('never to oneself', () => {
    expect(mayAssignGroups(ivan, ivan.id)).toBe(false)
  })
})
