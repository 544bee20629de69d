import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  browserInactivityLimit,
  INACTIVITY_WARNING_MS,
  inactivityLeft,
  inactivityMessage,
  nextSessionCheck,
  PRODUCTION_INACTIVITY_MS,
  SERVER_GRACE_MS,
  SESSION_CHECK_MS,
} from './session-rules.ts'

const HOUR = 3_600_000

describe('inactivity', () => {
  test('ends the session after the limit, not at it', () => {
    expect(inactivityLeft(1000, 1000, HOUR)).toBe(HOUR)
    expect(inactivityLeft(1000, 1000 + HOUR, HOUR)).toBe(0)
    expect(inactivityLeft(1000, 1001 + HOUR, HOUR)).toBeLessThan(0)
  })

  test('has no end with a limit of 0 or before the first action', () => {
    expect(inactivityLeft(1000, 1000 * HOUR, 0)).toBe(Number.POSITIVE_INFINITY)
    expect(inactivityLeft(0, 1000 * HOUR, HOUR)).toBe(Number.POSITIVE_INFINITY)
  })

  test('does not end the session when the clock was set back', () => {
    expect(inactivityLeft(HOUR, 1, HOUR)).toBeGreaterThan(0)
  })

  test('has the sentence of the specification (§4.4)', () => {
    expect(inactivityMessage).toBe(
      'Se ha cerrado la sesión por inactividad. Para continuar, vuelva a iniciar sesión',
    )
  })
})

describe('the next check of the session', () => {
  const left = fc.integer({ min: 0, max: HOUR })

  test('comes within 30 seconds, and one without a limit as well', () => {
    fc.assert(
      fc.property(left, (left) => {
        expect(nextSessionCheck(left)).toBeGreaterThan(0)
        expect(nextSessionCheck(left)).toBeLessThanOrEqual(SESSION_CHECK_MS)
      }),
    )
    expect(nextSessionCheck(Number.POSITIVE_INFINITY)).toBe(SESSION_CHECK_MS)
  })

  test('passes neither the warning, one minute before the end, nor the end (§12.310)', () => {
    expect(INACTIVITY_WARNING_MS).toBe(60_000)
    fc.assert(
      fc.property(left, (left) => {
        const leftThen = left - nextSessionCheck(left)
        if (left > INACTIVITY_WARNING_MS) expect(leftThen).toBeGreaterThanOrEqual(60_000)
        else expect(leftThen).toBeGreaterThanOrEqual(-1)
      }),
    )
  })
})

describe('the browser’s inactivity limit', () => {
  test('is one hour in production, where the server’s is 65 minutes', () => {
    expect(PRODUCTION_INACTIVITY_MS).toBe(HOUR)
    expect(browserInactivityLimit(PRODUCTION_INACTIVITY_MS + SERVER_GRACE_MS)).toBe(HOUR)
  })

  test('is none when the server has none', () => {
    expect(browserInactivityLimit(null)).toBe(0)
  })

  test('is always shorter than the server’s and grows with it', () => {
    const minutes = fc.double({ min: 0.1, max: 10_000, noNaN: true })
    fc.assert(
      fc.property(minutes, minutes, (one, other) => {
        const [shorter, longer] = [one, other].sort((a, b) => a - b).map((each) => each * 60_000)
        const limit = browserInactivityLimit(shorter ?? 0)
        expect(limit).toBeGreaterThan(0)
        expect(limit).toBeLessThan(shorter ?? 0)
        expect(limit).toBeLessThanOrEqual(browserInactivityLimit(longer ?? 0))
      }),
    )
  })
})
