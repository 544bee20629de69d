import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rut, rutBody } from '../testing/arbitraries.ts'
import {
  canonicalRut,
  cleanRut,
  formatRut,
  isCompanyRut,
  isValidRut,
  rutCheckDigit,
} from './rut.ts'

// Public examples, and for the shortest bodies computed by hand.
const known = [
  '12345678-5',
  '11111111-1',
  '76192083-9',
  '20347878-K',
  '10000013-K',
  '10000004-0',
  '1000005-K',
  '72041-0',
  '6-K',
  '1-9',
]

// A second computation: reversed weights, the remainder read directly.
function checkByRemainder(body: string): string {
  let sum = 1
  const digits = [...body].reverse().map(Number)
  for (const [index, digit] of digits.entries()) sum = (sum + digit * (9 - (index % 6))) % 11
  return sum === 0 ? 'K' : String(sum - 1)
}

describe('a valid rut', () => {
  test.each(known)('%s is accepted, with its dots, without hyphen, in lower case', (text) => {
    expect(isValidRut(text)).toBe(true)
    expect(isValidRut(formatRut(text))).toBe(true)
    expect(isValidRut(text.replace('-', ''))).toBe(true)
    expect(isValidRut(text.toLowerCase())).toBe(true)
  })

  test('Rosa’s rut is accepted with spaces around it, as pasted (§10.11)', () => {
    expect(isValidRut(' 12.345.678-5\n')).toBe(true)
  })

  test('every formatted body with its check digit is valid', () => {
    fc.assert(
      fc.property(rut, fc.boolean(), ({ body, check }, dots) => {
        expect(isValidRut(formatRut(body + check, { dots }))).toBe(true)
      }),
    )
  })

  test('the check digit agrees with a second way of computing it (§5.10)', () => {
    fc.assert(fc.property(rutBody, (body) => rutCheckDigit(body) === checkByRemainder(body)))
  })

  test('of the eleven check characters exactly one is right', () => {
    fc.assert(
      fc.property(rutBody, (body) => {
        expect([...'0123456789K'].filter((check) => isValidRut(`${body}-${check}`))).toEqual([
          rutCheckDigit(body),
        ])
      }),
    )
  })
})

describe('an invalid rut', () => {
  test('is one that is too long to store', () => {
    expect(isValidRut('1234567890-3')).toBe(true)
    expect(isValidRut('12345678901-8')).toBe(false)
    expect(isValidRut('12.345.678.901-8')).toBe(false)
  })

  test('changing one digit of the body is detected', () => {
    fc.assert(
      fc.property(rut, fc.nat(), fc.integer({ min: 1, max: 9 }), ({ body, check }, nat, step) => {
        const index = nat % body.length
        const digit = (Number(body[index]) + step) % 10
        const changed = `${body.slice(0, index)}${digit}${body.slice(index + 1)}`
        expect(isValidRut(`${changed}-${check}`)).toBe(false)
      }),
    )
  })

  test('swapping two different neighbours is detected', () => {
    fc.assert(
      fc.property(rut, fc.nat(), ({ body, check }, nat) => {
        fc.pre(body.length > 1)
        const index = nat % (body.length - 1)
        const [left = '', right = ''] = [body[index], body[index + 1]]
        fc.pre(left !== right)
        const swapped = `${body.slice(0, index)}${right}${left}${body.slice(index + 2)}`
        expect(isValidRut(`${swapped}-${check}`)).toBe(false)
      }),
    )
  })

  test.each([
    ['', 'empty'],
    ['5', 'a check character alone'],
    ['0-0', 'zero'],
    ['012345678-5', 'a leading zero'],
    ['0.012.345-6', 'a leading zero with dots'],
    ['12345678-4', 'a wrong check digit'],
    ['1.2345.678-5', 'a dot in the wrong index'],
    ['12345.678-5', 'a dot missing'],
    ['12.345678-5', 'the other dot missing'],
    ['.12.345.678-5', 'a dot at the start'],
    ['12.345.678.-5', 'a dot before the hyphen'],
    ['12345678--5', 'two hyphens'],
    ['12345678–5', 'a long dash'],
    ['12 345 678-5', 'spaces inside'],
    ['12345678-5x', 'something after it'],
    ['x12345678-5', 'something before it'],
    ['12345678-5\n12345678-5', 'two lines'],
    ['١٢٣٤٥٦٧٨-5', 'digits of another script'],
    ['20347878-\u212a', 'the Kelvin sign'],
    ['-5', 'no body'],
  ])('%j is refused: %s (§5.9, §10.11)', (text) => {
    expect(isValidRut(text)).toBe(false)
  })

  test('a body longer than any rut is refused even with the right check digit', () => {
    const body = '1'.repeat(30)
    expect(isValidRut(`${body}-${rutCheckDigit(body)}`)).toBe(false)
  })

  // A pattern whose steps grow with the square of the length would meet the time limit of a test.
  test('1 MB of input is refused, and formatted (security 9.11)', () => {
    for (const piece of ['1', '1.', '.111', '111.', ' ', '1K', '-']) {
      expect(isValidRut(piece.repeat(1_048_576 / piece.length))).toBe(false)
      formatRut(piece.repeat(1_048_576 / piece.length))
    }
  })
})

describe('cleaning and formatting', () => {
  test('cleaning drops leading zeros, dots, hyphen and other characters (§5.11)', () => {
    expect(cleanRut(' 0012.345.678-k ')).toBe('12345678K')
    expect(cleanRut('0-0')).toBe('')
    expect(cleanRut('RUT: 6–k')).toBe('6K')
  })

  test('cleaning twice changes nothing more', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789kK.- xñ') })
    fc.assert(
      fc.property(typed, (text) => {
        const clean = cleanRut(text)
        expect(clean).toMatch(/^$|^[1-9K][0-9K]*$/)
        expect(cleanRut(clean)).toBe(clean)
      }),
    )
  })

  test('Rosa sees her rut grow as she types it', () => {
    const shown: string[] = []
    for (const key of '123456785') shown.push(formatRut((shown.at(-1) ?? '') + key))
    expect(shown).toEqual([
      '1',
      '1-2',
      '12-3',
      '123-4',
      '1.234-5',
      '12.345-6',
      '123.456-7',
      '1.234.567-8',
      '12.345.678-5',
    ])
    expect(formatRut('')).toBe('')
  })

  test('dots are omitted on request (§5.12)', () => {
    expect(formatRut('012.345.678-k', { dots: false })).toBe('12345678-K')
    expect(formatRut('012345678k')).toBe('12.345.678-K')
  })

  test('formatting preserves the characters and is stable', () => {
    fc.assert(
      fc.property(rut, fc.boolean(), ({ body, check }, dots) => {
        const formatted = formatRut(body + check, { dots })
        expect(cleanRut(formatted)).toBe(body + check)
        expect(formatRut(formatted, { dots })).toBe(formatted)
      }),
    )
  })

  test('a rut is stored in one form, however it is typed (§11.30)', () => {
    expect(canonicalRut('20.347.878-k')).toBe('20347878-K')
    expect(canonicalRut(' 20347878K')).toBe('20347878-K')
    expect(canonicalRut('20347878-1')).toBeNull()
    expect(canonicalRut('020347878-K')).toBeNull()
  })

  test('Los Robles is a company; Rosa and invalid ruts are not', () => {
    expect(isCompanyRut('76.192.083-9')).toBe(true)
    expect(isCompanyRut('12345678-5')).toBe(false)
    expect(isCompanyRut('76192083-1')).toBe(false)
    expect(isCompanyRut('')).toBe(false)
    expect(isCompanyRut(`49999999-${rutCheckDigit('49999999')}`)).toBe(false)
    expect(isCompanyRut(`50000000-${rutCheckDigit('50000000')}`)).toBe(true)
  })
})
