import { expect, test } from 'vitest'
import { openSealedEmail, sealEmail } from '../email/email-queue.ts'
import { isCsrfTokenOf, makeCsrfToken } from '../http/csrf.ts'

const email = { to: 'rosa@example.cl', subject: 'Hola', text: 'Hola, Rosa', html: '<p>Hola</p>' }

test('an email that waits across a rotation of the key is still readable', () => {
  const sealed = sealEmail(email, ['former'])
  expect(openSealedEmail(sealed, ['present', 'between', 'former'])).toEqual(email)
  expect(() => openSealedEmail(sealed, ['present'])).toThrow()
  expect(() => openSealedEmail(sealEmail(email, ['present', 'former']), ['former'])).toThrow()
})

test('a CSRF token made before a rotation of the key is still valid', () => {
  const token = makeCsrfToken(['former'], 'session')
  expect(isCsrfTokenOf(['present', 'former'], 'session', token)).toBe(true)
  expect(isCsrfTokenOf(['present', 'former'], 'another', token)).toBe(false)
  expect(isCsrfTokenOf(['present'], 'session', token)).toBe(false)
  expect(
    isCsrfTokenOf(['former'], 'session', makeCsrfToken(['present', 'former'], 'session')),
  ).toBe(false)
})
