import { expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { testConfig } from '../../test/test-config.ts'
import { passkeyAddedEmail, recoveryCodeUsedEmail } from './auth-emails.ts'

const config = testConfig({ ENVIRONMENT: 'production' })

test.each([
  [9, 'Te quedan 9 códigos.'],
  [1, 'Te queda 1 código.'],
  [0, 'No te quedan más: crea códigos nuevos en tu perfil.'],
])('Rosa reads how many recovery codes are left: %i', (left, sentence) => {
  expect(recoveryCodeUsedEmail(personas.rosa, config, left).text).toContain(sentence)
})

test('a passkey that Rosa did not add must be removed: a new password does not end it', () => {
  const { text } = passkeyAddedEmail(personas.rosa, config)
  expect(text.replace(/\s+/g, ' ')).toContain(
    'quítala en tu perfil, cambia tu contraseña y avísanos',
  )
})
