import { describe, expect, test } from 'vitest'
import { inactivityLeft, inactivityMessage } from './session-rules.ts'

const HOUR = 3_600_000

describe('inactivity', () => {
  test('ends the session after the limit, not at it', () => {
    expect(inactivityLeft(1000, 1000, HOUR)).toBe(HOUR)
    expect(inactivityLeft(1000, 1000 + HOUR, HOUR)).toBe(0)
    expect(inactivityLeft(1000, 1001 + HOUR, HOUR)).toBeLessThan(0)
  })

  test('has no limit where it is 0, and nothing to measure before the first action', () => {
    expect(inactivityLeft(1000, 1000 * HOUR, 0)).toBe(Number.POSITIVE_INFINITY)
    expect(inactivityLeft(0, 1000 * HOUR, HOUR)).toBe(Number.POSITIVE_INFINITY)
  })

  test('is no matter of a clock that was set back', () => {
    expect(inactivityLeft(HOUR, 1, HOUR)).toBeGreaterThan(0)
  })

  test('is told in the words of the specification', () => {
    expect(inactivityMessage).toBe(
      'Se ha cerrado la sesión por inactividad. Para continuar, vuelva a iniciar sesión',
    )
  })
})
