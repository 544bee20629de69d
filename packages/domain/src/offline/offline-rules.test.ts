import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOfflineCopyExpired, OFFLINE_DAYS } from './offline-rules.ts'
import { offlineTitle, savedText } from './offline-texts.ts'

const DAY = 86_400_000
const SAVED = Date.parse('2026-11-22T20:40:00Z')

describe('a copy on the device', () => {
  test('is kept for thirty days after it was refreshed', () => {
    expect(isOfflineCopyExpired(SAVED, SAVED + 30 * DAY - 1)).toBe(false)
    expect(isOfflineCopyExpired(SAVED, SAVED + 30 * DAY)).toBe(true)
  })

  test('once expired stays so, whatever the clock says later', () => {
    const later = fc.integer({ min: OFFLINE_DAYS * DAY, max: 10_000 * DAY })
    fc.assert(fc.property(later, (age) => isOfflineCopyExpired(SAVED, SAVED + age)))
  })

  test('is not kept by a clock that was set back, or without a moment', () => {
    expect(isOfflineCopyExpired(SAVED, SAVED - 2 * DAY)).toBe(true)
    expect(isOfflineCopyExpired(Number.NaN, SAVED)).toBe(true)
    // A clock that is corrected by minutes deletes nothing.
    expect(isOfflineCopyExpired(SAVED, SAVED - 60_000)).toBe(false)
  })

  test('says its moment in the time of Santiago (§12.482)', () => {
    expect(offlineTitle(SAVED)).toBe('Sin conexión: así estaba tu cuenta el 22-11-2026 a las 17:40')
    expect(savedText(SAVED)).toBe('Guardado el 22-11-2026 a las 17:40.')
  })
})
