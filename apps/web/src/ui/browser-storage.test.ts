import { beforeEach, expect, test, vi } from 'vitest'
import { deviceStorage, tabStorage } from './browser-storage.ts'

beforeEach(() => {
  for (const storage of [deviceStorage, tabStorage]) storage.remove('user')
})

test('a frame whose storage is denied remembers within the page (§12.982)', () => {
  // Chromium throws at the mere mention of it when third-party storage is blocked.
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  expect(deviceStorage.get('user')).toBeNull()
  deviceStorage.set('user', 'Rosa')
  expect(deviceStorage.get('user')).toBe('Rosa')
  expect(deviceStorage.names()).toEqual(['user'])
  deviceStorage.remove('user')
  expect(deviceStorage.get('user')).toBeNull()
})

test('a full storage keeps the page working, and its former value is not read again (§12.982)', () => {
  tabStorage.set('user', 'Rosa')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  tabStorage.set('user', 'Hernán')
  expect(tabStorage.get('user')).toBe('Hernán')
  vi.restoreAllMocks()
  tabStorage.set('user', 'Pía')
  expect(tabStorage.get('user')).toBe('Pía')
})
