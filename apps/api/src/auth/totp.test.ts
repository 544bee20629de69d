import fc from 'fast-check'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { matchStep, newSecret, otpauthUri } from './totp.ts'

const secret = newSecret()
const START = Date.UTC(2026, 10, 22, 12, 0, 0)
const STEP_MS = 30_000
const step = START / STEP_MS

function codeAt(timestamp: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
}

describe('a code counts', () => {
  test.each([
    ['in its own step (security 16.4)', 0, true],
    ['one step late, to its last millisecond', 2 * STEP_MS - 1, true],
    ['one step early', -STEP_MS, true],
    ['not two steps late', 2 * STEP_MS, false],
    ['not two steps early', -STEP_MS - 1, false],
  ])('%s', (_, shift, counts) => {
    const nowMs = START + shift
    const matched = matchStep(secret, codeAt(START), { nowMs, lastStep: null })
    expect(matched).toBe(counts ? step : null)
  })

  test('once: neither it nor an older one after it (security 16.4)', () => {
    const at = (lastStep: number) => matchStep(secret, codeAt(START), { nowMs: START, lastStep })
    expect([at(step - 1), at(step), at(step + 1)]).toEqual([step, null, null])
  })

  test('as RFC 6238 says', () => {
    const rfc = Buffer.from('12345678901234567890')
    const inBase32 = new Secret({ buffer: new Uint8Array(rfc).buffer }).base32
    expect(matchStep(inBase32, '287082', { nowMs: 59_000, lastStep: null })).toBe(1)
    expect(matchStep(inBase32, '081804', { nowMs: 1_111_111_109_000, lastStep: null })).toBe(
      37_037_036,
    )
  })
})

test('no other text counts', () => {
  const right = new Set([-1, 0, 1].map((steps) => codeAt(START + steps * STEP_MS)))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{5,7}$/)), (typed) => {
      fc.pre(!right.has(typed))
      expect(matchStep(secret, typed, { nowMs: START, lastStep: null })).toBeNull()
    }),
  )
})

test('the address names the cooperative and the account, for every application', () => {
  const uri = new URL(otpauthUri(secret, { issuer: 'Vista al Biobío', label: '12345678-5' }))
  expect(uri.href).toContain('otpauth://totp/Vista%20al%20Biob%C3%ADo:12345678-5')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Vista al Biobío',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('a secret has 160 bits', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(newSecret())
})
