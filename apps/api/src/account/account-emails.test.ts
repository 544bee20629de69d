import { describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { testConfig } from '../../test/test-config.ts'
import type { Email } from '../email/render-email.ts'
import { temporaryPasswordEmail } from '../users/user-emails.ts'
import { alreadyRegisteredEmail, passwordChangedEmail } from './account-emails.ts'
import { emailRevertedNotice } from './email-change-emails.ts'

describe.each([
  emailRevertedNotice,
  temporaryPasswordEmail,
  passwordChangedEmail,
  alreadyRegisteredEmail,
])('$name', (email) => {
  const config = testConfig({})
  const textOf = ({ text }: Email) => text.replace(/\s+/g, ' ')

  test('sends Rosa to ‘Olvidé mi contraseña’', () => {
    expect(textOf(email(personas.rosa, config))).toMatch(
      /recupera tu contraseña|elige una nueva con «Olvidé mi contraseña»/,
    )
  })

  test('sends Carla, whose account has no rut, to the cooperative: that page asks for one', () => {
    const text = textOf(email({ ...personas.carla, rut: null }, config))
    expect(text).toContain('pídenos una')
    expect(text).not.toMatch(/recupera tu|Olvidé/)
  })
})
