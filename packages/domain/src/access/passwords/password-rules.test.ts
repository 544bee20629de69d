import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brokenPasswordRules, containsPersonalData, passwordRules } from './password-rules.ts'

const rosa = {
  rut: '12.345.678-5',
  firstName: 'Rosa María',
  lastName: 'Muñoz del Río',
  email: 'rmunoz.77@example.cl',
}

describe('the rules of a new password', () => {
  test('an empty password breaks all four, in the order shown (§5.4, §5.5, §10.21)', () => {
    const four = [
      'Al menos una letra',
      'Al menos un número',
      'Al menos un caracter especial',
      'Mínimo 8 caracteres',
    ]
    expect(passwordRules.map((rule) => rule.message)).toEqual(four)
    expect(brokenPasswordRules('')).toEqual(four)
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
    expect(brokenPasswordRules(password)).toEqual(broken)
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

describe('personal data in a password', () => {
  test.each([
    'x12345678!',
    'x12.345.678-5!',
    'x1-2-345678!',
    'Rosa-2026',
    'MARIA#99',
    'maría#99',
    '1munoz!!',
    '1MUÑOZ!!',
    'rio-rio-9',
    '!RMunoz.77x',
  ])('Rosa may not use %s (§10.23)', (password) => {
    expect(containsPersonalData(password, rosa)).toBe(true)
  })

  test.each(['caracol-77', '1234567!', 'ros-mar-9', '2345678-5', 'example.cl1'])(
    'Rosa may use %s',
    (password) => {
      expect(containsPersonalData(password, rosa)).toBe(false)
    },
  )

  test('a decomposed accent is the same accent', () => {
    expect(containsPersonalData('Mari\u0301a#99', { firstName: 'María' })).toBe(true)
    expect(containsPersonalData('María#99', { firstName: 'Mari\u0301a' })).toBe(true)
  })

  test('short names, short ruts and missing data exclude nothing', () => {
    expect(
      containsPersonalData('al-6-caracol', { rut: '6-K', firstName: 'Al', email: 'al@x.cl' }),
    ).toBe(false)
    expect(containsPersonalData('1000-caracol', { rut: '1000-8' })).toBe(false)
    expect(containsPersonalData('72041-caracol', { rut: '72041-0' })).toBe(true)
    expect(containsPersonalData('caracol-77', {})).toBe(false)
    expect(containsPersonalData('caracol-77', { rut: null, firstName: '', email: null })).toBe(
      false,
    )
  })
})
