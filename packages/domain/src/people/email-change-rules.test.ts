import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canRevertEmailChange,
  EMAIL_CONFIRMATION_DAYS,
  type EmailChange,
  isEmailChangePending,
} from './email-change-rules.ts'

const HOUR = 3_600_000
const requestedAt = new Date('2026-11-20T12:00:00Z')
const after = (start: Date, hours: number) => new Date(start.getTime() + hours * HOUR)
const requested: EmailChange = { requestedAt, confirmedAt: null, endedAt: null }

describe('a requested change', () => {
  test('can be confirmed for seven days', () => {
    expect(isEmailChangePending(requested, after(requestedAt, 168))).toBe(true)
    expect(isEmailChangePending(requested, after(requestedAt, 168.001))).toBe(false)
  })

  test('can be undone by the old address for 72 hours after it took effect, however late that was', () => {
    const confirmedAt = after(requestedAt, 160)
    const confirmed = { ...requested, confirmedAt }
    expect(isEmailChangePending(confirmed, confirmedAt)).toBe(false)
    expect(canRevertEmailChange(confirmed, after(confirmedAt, 72))).toBe(true)
    expect(canRevertEmailChange(confirmed, after(confirmedAt, 72.001))).toBe(false)
  })
})

describe('at any time', () => {
  const hours = fc.nat({ max: 24 * 30 })
  const change = fc.record({
    confirmedAfter: fc.option(fc.nat({ max: 24 * EMAIL_CONFIRMATION_DAYS })),
    endedAfter: fc.option(hours),
  })

  test('a change that ended can be neither confirmed nor undone', () => {
    fc.assert(
      fc.property(change, hours, hours, ({ confirmedAfter }, ended, later) => {
        const endedAt = after(requestedAt, ended)
        const confirmedAt = confirmedAfter === null ? null : after(requestedAt, confirmedAfter)
        const now = after(endedAt, later)
        const over = { requestedAt, confirmedAt, endedAt }
        return !isEmailChangePending(over, now) && !canRevertEmailChange(over, now)
      }),
    )
  })

  test('what can be confirmed can also be undone', () => {
    fc.assert(
      fc.property(hours, (later) => {
        const now = after(requestedAt, later)
        return !isEmailChangePending(requested, now) || canRevertEmailChange(requested, now)
      }),
    )
  })
})
