import { describe, expect, test } from 'vitest'
import { texts } from '../testing/texts.ts'
import { isValidEmail, loginErrors } from './login-rules.ts'

describe('login by rut', () => {
  test('Rosa logs in with her rut and a password', () => {
    expect(texts(loginErrors({ mode: 'rut', username: '12.345.678-5', password: 'x' }))).toEqual({})
  })

  test('an empty form reports both missing fields (§5.3)', () => {
    expect(texts(loginErrors({ mode: 'rut', username: ' ', password: '' }))).toEqual({
      social_security: 'Ingresa tu rut',
      password: 'Ingresa tu contraseña',
    })
  })

  test('a wrong check digit is reported', () => {
    expect(texts(loginErrors({ mode: 'rut', username: '12.345.678-4', password: 'x' }))).toEqual({
      social_security: 'Rut no válido',
    })
  })
})

describe('login by email', () => {
  test('spaces around the email do not matter', () => {
    expect(texts(loginErrors({ mode: 'email', username: ' rosa@x.cl ', password: ' ' }))).toEqual(
      {},
    )
  })

  test('an empty form reports both missing fields (§5.3)', () => {
    expect(texts(loginErrors({ mode: 'email', username: '', password: '' }))).toEqual({
      email: 'Ingresa tu correo',
      password: 'Ingresa tu contraseña',
    })
  })

  test('a rut is not an email', () => {
    expect(texts(loginErrors({ mode: 'email', username: '12.345.678-5', password: 'x' }))).toEqual({
      email: 'Correo no válido',
    })
  })
})

describe('an email address', () => {
  test.each([
    'rosa@example.cl',
    'rosa.munoz+carpeta@sub.example.co.cl',
    'ROSA_99@EXAMPLE.CL',
    "o'higgins@example.cl",
    'ñandú@correo-ñuñoa.cl',
    `${'a'.repeat(245)}@ejem.cl`,
  ])('%s is accepted', (text) => {
    expect(isValidEmail(text)).toBe(true)
  })

  test.each([
    '',
    'rosa',
    'rosa@',
    '@example.cl',
    'rosa@example',
    'rosa@example.',
    'rosa@.cl',
    'rosa@example..cl',
    'rosa@-example.cl',
    'rosa@@example.cl',
    'rosa@hernan@example.cl',
    'rosa munoz@example.cl',
    'rosa@example.cl ',
    'rosa@example.cl\nBcc: otro@example.cl',
    'Rosa <rosa@example.cl>',
    'rosa@example.cl,otro@example.cl',
    'rosa\u0000@example.cl',
    `${'a'.repeat(247)}@ejem.cl`,
  ])('%j is refused', (text) => {
    expect(isValidEmail(text)).toBe(false)
  })

  // A pattern whose steps grow with the square of the length would meet the time limit of a test.
  test('a huge text is refused (security 9.11)', () => {
    for (const piece of ['a', 'a.', 'a@', '@a.', '-']) {
      expect(isValidEmail(piece.repeat(200_000))).toBe(false)
    }
    // The maximum length that reaches the expression, and its worst case.
    expect(isValidEmail(`a@${'a.'.repeat(125)}!`)).toBe(false)
  })
})
