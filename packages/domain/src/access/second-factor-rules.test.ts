import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameMessages } from '../people/name-rules.ts'
import { texts } from '../testing/texts.ts'
import { permissions } from './permissions.ts'
import {
  formatRecoveryCode,
  needsSecondFactor,
  passkeyNameError,
  RECOVERY_ALPHABET,
  RECOVERY_CODE_LENGTH,
  readCode,
  secondFactorMessages,
} from './second-factor-rules.ts'

test('users with any permission need a second factor, and superusers', () => {
  for (const permission of permissions) {
    expect(needsSecondFactor({ is_superuser: false, permissions: [permission] })).toBe(true)
  }
  expect(needsSecondFactor({ is_superuser: true, permissions: [] })).toBe(true)
  expect(needsSecondFactor({ is_superuser: false, permissions: [] })).toBe(false)
})

test.each([
  ['123456', 'totp', '123456'],
  [' 123 456 ', 'totp', '123456'],
  ['7k2m-9qxd-4tba', 'recovery_code', '7K2M9QXD4TBA'],
  ['7K2M 9QXD 4TBA', 'recovery_code', '7K2M9QXD4TBA'],
  // O for 0, I and L for 1.
  ['oil29qxd4tba', 'recovery_code', '01129QXD4TBA'],
])('%s is a code', (typed, method, code) => {
  expect(readCode(typed)).toEqual({ method, code })
})

test.each(['', '12345', '1234567', 'abcdef', '７７７７７７', '7K2M-9QXD-4TB', '7K2M-9QXD-4TBU'])(
  '%j is none',
  (typed) => {
    expect(readCode(typed)).toBeNull()
  },
)

test('a recovery code is read as it is shown, in any case and with any spaces', () => {
  const code = fc
    .array(fc.constantFrom(...RECOVERY_ALPHABET), {
      minLength: RECOVERY_CODE_LENGTH,
      maxLength: RECOVERY_CODE_LENGTH,
    })
    .map((characters) => characters.join(''))
  fc.assert(
    fc.property(code, (each) => {
      const shown = formatRecoveryCode(each)
      expect(shown).toMatch(/^.{4}-.{4}-.{4}$/)
      for (const typed of [shown, shown.toLowerCase(), ` ${each} `, shown.replaceAll('-', ' ')]) {
        expect(readCode(typed)).toEqual({ method: 'recovery_code', code: each })
      }
    }),
  )
})

test('a passkey needs a name, without addresses and invisible characters', () => {
  expect(texts(passkeyNameError(' '))).toBe(secondFactorMessages.passkeyName.text)
  expect(texts(passkeyNameError('Mira www.ejemplo.cl'))).toBe(nameMessages.address.text)
  expect(texts(passkeyNameError('Mi\nllave'))).toBe(nameMessages.invisible.text)
  expect(texts(passkeyNameError('Mi teléfono'))).toBeNull()
})
