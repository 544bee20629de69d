import { describe, expect, test } from 'vitest'
import { inactivityMessage, isInactive, warningDueMs } from './session-rules.ts'

const HOUR = 3_600_000

describe('inactivity', () => {
  test('ends the session after the limit, not at it', () => {
    expect(isInactive(1000, 1000 + HOUR, HOUR)).toBe(false)
    expect(isInactive(1000, 1001 + HOUR, HOUR)).toBe(true)
  })

  test('has no limit where it is 0, and nothing to measure before the first action', () => {
    expect(isInactive(0, 1000 * HOUR, 0)).toBe(false)
    expect(isInactive(null, 1000 * HOUR, HOUR)).toBe(false)
  })

  test('is no matter of a clock that was set back', () => {
    expect(isInactive(HOUR, 0, HOUR)).toBe(false)
  })

  test('is warned of two minutes before', () => {
    expect(warningDueMs(HOUR)).toBe(3_480_000)
    expect(warningDueMs(60_000)).toBe(0)
    expect(warningDueMs(0)).toBeNull()
  })

  test('is told in the words of the specification', () => {
    expect(inactivityMessage).toBe(
      'Se ha cerrado la sesión por inactividad. Para continuar, vuelva a iniciar sesión',
    )
  })
})
