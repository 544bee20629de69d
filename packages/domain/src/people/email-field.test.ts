import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isValidEmail } from '../access/login-rules.ts'
import { readEmailField } from './email-field.ts'

test.each([
  'rosa@correo.cl',
  '  rosa@correo.cl ',
  'ROSA@Correo.CL',
  'rosa @ correo.cl',
  'rosa@correo.cl.',
  'mailto:rosa@correo.cl',
  'rosa@correo.cl; hernan@correo.cl',
  'rosa@correo.cl,hernan@correo.cl',
  'rosa@correo.cl / hernan@correo.cl',
  'rosa@correo.cl hernan@correo.cl',
  'rosa@correo.cl y hernan@correo.cl',
  'rosa@correo.cl\nhernan@correo.cl',
  'Rosa Muñoz <rosa@correo.cl>',
  'Muñoz, Rosa <rosa@correo.cl>',
  'sin correo; rosa@correo.cl',
])('Rosa’s address is read in «%s» (§12.951)', (text) => {
  expect(readEmailField(text)).toBe('rosa@correo.cl')
})

test.each([
  '',
  'no tiene',
  'rosa@correo',
  'rosa.correo.cl',
  // Half of an address may be somebody else's.
  'rosa munoz@correo.cl',
  'rosa@correo.cl hernan',
  'Rosa <rosa munoz@correo.cl>',
])('no address is guessed in «%s» (§12.951)', (text) => {
  expect(readEmailField(text)).toBeNull()
})

test.each([' ', '.', '@', 'a@', '<'])('a million of «%s» is no address (§12.951)', (text) => {
  expect(readEmailField(`a${text.repeat(1_000_000)}b`)).toBeNull()
})

test('whatever is read is an address, and is read as itself (§12.951)', () => {
  const piece = fc.constantFrom(
    'rosa',
    '@',
    ' ',
    'correo.cl',
    ';',
    ',',
    '<',
    '>',
    '.',
    '/',
    'ñ',
    ' y ',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const read = readEmailField(pieces.join(''))
      if (read === null) return
      expect(isValidEmail(read)).toBe(true)
      expect(readEmailField(read)).toBe(read)
    }),
  )
})
