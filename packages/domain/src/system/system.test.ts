import { expect, test } from 'vitest'
import { dataSize } from './data-size.ts'
import { jobFailure } from './job-failures.ts'

test.each([
  [0, '0,0 kB'],
  [8_400_000, '8,0 MB'],
  [312 * 1024 ** 3, '312 GB'],
  [1023.9 * 1024 ** 2, '1,0 GB'],
])('%i bytes are %s (§12.1490)', (bytes, text) => {
  expect(dataSize(bytes)).toBe(text)
})

test.each([
  ['connect ECONNREFUSED 10.0.0.7:25', 'El otro servidor no acepta conexiones.'],
  [
    'duplicate key value violates unique constraint "users_email" Key (email)=(rosa@correo.example)',
    'La base de datos no admite esos datos.',
  ],
  [
    "Can't send mail - all recipients were rejected: 452 4.2.2 rosa munoz is over quota",
    'El otro servidor respondió con el código 452.',
  ],
  ['550-5.1.1 rosa@correo.example', 'El otro servidor respondió con el código 550.'],
  ['La venta V-1001 de Rosa Muñoz, 12.345.678-5, pesa 512 kB', 'Otro error.'],
  ['rosa: 500123 pesos', 'Otro error.'],
])('of the error «%s» the page says «%s» (security 11.565)', (error, sentence) => {
  expect(jobFailure(error)).toBe(sentence)
})
