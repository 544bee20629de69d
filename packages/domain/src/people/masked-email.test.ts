import { expect, test } from 'vitest'
import { maskedEmail } from './masked-email.ts'

test.each([
  ['rosa.munoz@correo.example', 'r***@correo.example'],
  ['a@b.cl', 'a***@b.cl'],
  ['ñandú@b.cl', 'ñ***@b.cl'],
  ['', ''],
  ['@b.cl', ''],
  ['rosa', ''],
])('%s is shown as %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown)
})
