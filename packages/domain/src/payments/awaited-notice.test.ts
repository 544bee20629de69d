import { expect, test } from 'vitest'
import { day } from '../testing/build-sale.ts'
import { lateRecordingDays } from './awaited-notice.ts'

test('accounting is late after three business days and a holiday, and then the days of the calendar are told (§12.1709)', () => {
  // A Friday.
  const paidOn = day('2026-09-11')
  expect(lateRecordingDays(paidOn, paidOn)).toBeNull()
  expect(lateRecordingDays(paidOn, day('2026-09-17'))).toBeNull()
  expect(lateRecordingDays(paidOn, day('2026-09-18'))).toBe(7)
  expect(lateRecordingDays(paidOn, day('2026-12-20'))).toBe(100)
})
