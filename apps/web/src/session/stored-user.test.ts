import { expect, test, vi } from 'vitest'
import { buildUser } from '../testing/build-user.ts'
import {
  clearSession,
  lastAction,
  onStoredUser,
  storedUser,
  storeUser,
  touchLastAction,
} from './stored-user.ts'

test('the user is stored as JSON and is the same object while unchanged (§3.1)', () => {
  storeUser(buildUser())
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(buildUser())
  expect(storedUser()).toEqual(buildUser())
  expect(storedUser()).toBe(storedUser())
})

test('storing null removes the entry (§9.16)', () => {
  storeUser(buildUser())
  storeUser(null)
  expect(localStorage.getItem('user')).toBeNull()
  expect(storedUser()).toBeNull()
})

test('clearing removes only our own entries (§10.31)', () => {
  localStorage.setItem('other', 'kept')
  storeUser(buildUser())
  touchLastAction()
  expect(lastAction()).toBeGreaterThan(0)
  clearSession()
  expect(Object.keys({ ...localStorage })).toEqual(['other'])
})

test.each(['{', '"text"', '{"permissions":"all"}', 'null', '[]'])(
  '%s is not read as a user',
  (text) => {
    localStorage.setItem('user', text)
    expect(storedUser()).toBeNull()
  },
)

test('listeners run after a logout in another tab, but not for other entries', () => {
  const listener = vi.fn()
  const stop = onStoredUser(listener)
  window.dispatchEvent(new StorageEvent('storage', { key: 'last_action' }))
  expect(listener).not.toHaveBeenCalled()
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  // Clearing the storage in another tab names no key.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  expect(listener).toHaveBeenCalledTimes(2)
})
