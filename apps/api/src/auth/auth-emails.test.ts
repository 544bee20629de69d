import { expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { testConfig } from '../../test/test-config.ts'
import {
  passkeyAddedEmail,
  recoveryCodesRenewedEmail,
  recoveryCodeUsedEmail,
  totpAddedEmail,
} from './auth-emails.ts'

const config = testConfig({ ENVIRONMENT: 'production' })

test.each([
  [9, 'Te quedan 9 códigos.'],
  [1, 'Te queda 1 código.'],
  [0, 'No te quedan más: crea códigos nuevos en tu perfil.'],
])('Rosa reads how many recovery codes are left: %i', (left, sentence) => {
  expect(recoveryCodeUsedEmail(personas.rosa, config, left).text).toContain(sentence)
})

test.each([
  ['a passkey', passkeyAddedEmail],
  ['a code application', totpAddedEmail],
  ['new recovery codes', recoveryCodesRenewedEmail],
])(
  'the notice of %s needs no login, since a thief may have locked Rosa out (security 16.101)',
  (_, email) => {
    const { text } = email(personas.rosa, 'a-token', config)
    const action = `No fui yo:\n${new URL('/not-me?token=a-token', config.publicUrl).href}\n`
    expect(text).toContain(action)
    expect(text).toContain('El enlace sirve durante 3 días y una sola vez.')
  },
)
