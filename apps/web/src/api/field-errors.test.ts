import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { refusalIn, refusalLines } from './field-errors.ts'

const refused = (body: unknown, status = 400) => refusalIn(new ApiError(status, body, ''))

test('each field has its first sentence, including nested fields', () => {
  expect(
    refused({
      email: ['Ingrese email', 'email no válido'],
      title: 'Ingresa título',
      profile: { social_security: ['Rut no válido'] },
      __all__: ['No se puede guardar'],
    }),
  ).toEqual({
    fields: {
      email: 'Ingrese email',
      title: 'Ingresa título',
      social_security: 'Rut no válido',
    },
    general: ['No se puede guardar'],
  })
})

test('a top-level field takes precedence over a nested one', () => {
  expect(
    refused({ social_security: ['Ya existe'], profile: { social_security: ['Rut no válido'] } }),
  ).toMatchObject({ fields: { social_security: 'Ya existe' } })
})

test.each([
  [400, ['Sin campos']],
  [400, 'Una frase'],
  [400, null],
  [403, { detail: 'No' }],
  [500, { email: ['x'] }],
])('%i %j has no errors by field', (status, body) => {
  expect(refused(body, status)).toBeNull()
})

test('an error without an answer has no errors by field', () => {
  expect(refusalIn(new Error('offline'))).toBeNull()
})

test('`detail` is for programs, and a 400 that says nothing else has no errors by field (§12.1022)', () => {
  expect(refused({ detail: 'Ada falló' })).toBeNull()
  expect(refused({})).toBeNull()
  expect(refused({ email: ['Ingrese email'], detail: 'Ada falló' })).toEqual({
    fields: { email: 'Ingrese email' },
    general: [],
  })
})

test('two sentences that do not name their field are told apart by it (§12.1022)', () => {
  const required = ['Este campo es requerido.']
  const body = {
    email: required,
    profile: { social_security: required },
    phone: ['No es una cadena válida.'],
    first_name: ['Ingrese nombre', 'Nombre no válido'],
  }
  expect(refusalLines(new ApiError(400, body, ''))).toEqual([
    'Correo: Este campo es requerido.',
    'Rut: Este campo es requerido.',
    'phone: No es una cadena válida.',
    'Ingrese nombre',
    'Nombre no válido',
  ])
  expect(refusalLines(new ApiError(403, body, ''))).toEqual([])
})
