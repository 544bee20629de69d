import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { texts } from '../testing/texts.ts'
import { brokenPasswordRules, passwordRules } from './password-rules.ts'

describe('the rules of a new password', () => {
  test('an empty password breaks all four, in the order shown (§5.4, §5.5, §10.21)', () => {
    const four = [
      'Al menos una letra',
      'Al menos un número',
      'Al menos un caracter especial',
      'Mínimo 8 caracteres',
    ]
    expect(passwordRules.map((rule) => rule.message)).toEqual(four)
    expect(texts(brokenPasswordRules(''))).toEqual(four)
  })

  test.each([
    ['caracol-77', []],
    ['ñandú ñ 1', []],
    ['12345678!', ['Al menos una letra']],
    ['caracola-', ['Al menos un número']],
    ['caracola-٣', ['Al menos un número']],
    ['caracol77', ['Al menos un caracter especial']],
    ['cañónñ77', ['Al menos un caracter especial']],
    ['cara-77', ['Mínimo 8 caracteres']],
    ['a1-😀😀😀😀', ['Mínimo 8 caracteres']],
    [`a1-${'x'.repeat(37)}`, []],
    [`a1-${'x'.repeat(38)}`, ['Máximo 40 caracteres']],
    [`a1-${'😀'.repeat(37)}`, []],
  ])('%s breaks %j (§10.21)', (password, broken) => {
    expect(texts(brokenPasswordRules(password))).toEqual(broken)
  })

  test('a password is valid exactly when it has one of each kind and 8 to 40 characters (§9.9)', () => {
    const character = fc.constantFrom('a', 'ñ', 'É', '0', '9', '-', ' ', '😀')
    const password = fc.oneof(
      fc.string({ unit: character, maxLength: 12 }),
      fc.string({ unit: character, minLength: 36, maxLength: 44 }),
    )
    fc.assert(
      fc.property(password, (text) => {
        const characters = Array.from(text)
        const some = (set: string) => characters.some((each) => set.includes(each))
        const good =
          some('añÉ') &&
          some('09') &&
          some('- 😀') &&
          characters.length >= 8 &&
          characters.length <= 40
        expect(brokenPasswordRules(text).length === 0).toBe(good)
      }),
      { numRuns: 1000 },
    )
  })
})
