import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guessableParts, isMadeOf, termsOf } from './password-readings.ts'

describe('the parts of a password that are looked up', () => {
  test.each([
    ['P@ssw0rd#1', 'password'],
    ['$ecret0!', 'secreto'],
    ['2026-Dragón!', 'dragon'],
    ['abc123!!', 'abc123'],
    ['#1ago#', 'lago'],
    ['123456', '123456'],
  ])('of %s have %s', (password, part) => {
    expect(guessableParts(password)).toContain(part)
  })

  test('have the password itself and none of fewer than three characters', () => {
    const valid = fc.string({ unit: 'grapheme', minLength: 3, maxLength: 40 })
    fc.assert(
      fc.property(valid, (password) => {
        const parts = [...guessableParts(password)]
        expect(parts.every((part) => [...part].length >= 3)).toBe(true)
      }),
    )
  })

  test('have every term with digits and signs around it', () => {
    const padding = fc.stringMatching(/^[0-9#.!-]{0,8}$/)
    const term = fc.stringMatching(/^[a-z]{3,12}$/)
    fc.assert(
      fc.property(padding, term, padding, (before, middle, after) => {
        expect(guessableParts(before + middle.toUpperCase() + after)).toContain(middle)
      }),
    )
  })

  test('are at most some hundred, however the password is written', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9#!@$a]{40}$/), (password) => {
        expect(guessableParts(password).size).toBeLessThanOrEqual(3 * 20 * 21)
      }),
    )
  })
})

describe('a password made of terms', () => {
  test('has them in any writing, and at most three other letters', () => {
    const terms = termsOf('Vista al Biobío')
    expect(terms).toEqual(['vista', 'biobio', 'vistaalbiobio'])
    for (const password of ['Vista#2026', 'V1st4.al.b10-bi0!', 'MiVista-77', 'vista-sol-9']) {
      expect(isMadeOf(terms, password)).toBe(true)
    }
    for (const password of ['Vista linda 9', 'Quillay#4471', '😀vis😀ta-1']) {
      expect(isMadeOf(terms, password)).toBe(false)
    }
  })

  test('of short words are recognised all together', () => {
    expect(isMadeOf(termsOf('Luz y Sol'), 'LuzYSol#1')).toBe(true)
    expect(termsOf('S.A.')).toEqual([])
  })
})
