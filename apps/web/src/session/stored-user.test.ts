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

test('the user is stored as JSON and is the same object while unchanged', () => {
  storeUser(buildUser())
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(buildUser())
  expect(storedUser()).toEqual(buildUser())
  expect(storedUser()).toBe(storedUser())
})

test('the entry is removed when null', () => {
  storeUser(buildUser())
  storeUser(null)
  expect(localStorage.getItem('user')).toBeNull()
  expect(storedUser()).toBeNull()
})

test('clearing removes only our own entries', () => {
  localStorage.setItem('other', 'kept')
  storeUser(buildUser())
  touchLastAction()
  expect(lastAction()).toBeGreaterThan(0)
  clearSession()
  expect(Object.keys({ ...localStorage })).toEqual(['other'])
})

test.each(['{', '"text"', '{"permissions":"all"}', 'null', '[]'])('%s is no user', (text) => {
  localStorage.setItem('user', text)
  expect(storedUser()).toBeNull()
})

test('a logout in another tab is noticed, another entry is not', () => {
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
