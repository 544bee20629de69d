import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openSeal, seal } from './sealed-facts.ts'

const key = randomBytes(32)

describe('a sealed value', () => {
  test('opens to the same value, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, place) => {
        const copy: unknown = JSON.parse(JSON.stringify(value))
        expect(openSeal(seal(value, key, place), key, place)).toEqual(copy)
      }),
    )
  })

  test('does not open with another key, in another place, or changed (security 13.16)', () => {
    const sealed = seal('rosa@correo.example', key, 'after.email')
    const changed = Buffer.from(sealed, 'base64')
    changed[20] = (changed[20] ?? 0) ^ 1
    expect(() => openSeal(sealed, randomBytes(32), 'after.email')).toThrow()
    expect(() => openSeal(sealed, key, 'before.email')).toThrow()
    expect(() => openSeal(changed.toString('base64'), key, 'after.email')).toThrow()
  })

  test('differs each time', () => {
    expect(seal('Rosa', key, 'reason')).not.toBe(seal('Rosa', key, 'reason'))
  })
})
