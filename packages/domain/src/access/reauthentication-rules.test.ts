import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRecentAuthentication, RECENT_AUTHENTICATION_MINUTES } from './reauthentication-rules.ts'

const limit = RECENT_AUTHENTICATION_MINUTES * 60_000

test('a login is recent for ten minutes, to the millisecond', () => {
  const login = new Date('2026-11-20T12:00:00Z')
  const after = (milliseconds: number) => new Date(login.getTime() + milliseconds)
  expect(isRecentAuthentication(login, after(600_000))).toBe(true)
  expect(isRecentAuthentication(login, after(600_001))).toBe(false)
})

test('what is no longer recent never becomes recent again', () => {
  const instant = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
  fc.assert(
    fc.property(instant, fc.nat(2 * limit), fc.nat(2 * limit), (login, first, more) => {
      const early = new Date(login.getTime() + first)
      const late = new Date(early.getTime() + more)
      return isRecentAuthentication(login, early) || !isRecentAuthentication(login, late)
    }),
  )
})
