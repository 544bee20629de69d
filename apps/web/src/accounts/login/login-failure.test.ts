import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { loginFailure } from './login-screen.tsx'

const unknown = 'Ocurrió un error ...'
const refused = (body: unknown) => loginFailure(new ApiError(400, body, unknown))

test.each([
  ['flat', { social_security: ['Rut no válido'] }],
  ['wrapped', { validations: { social_security: ['Rut no válido'] } }],
  ['as text', { social_security: 'Rut no válido' }],
  ['of the email mode', { email: ['Rut no válido'] }],
])('validations %s go to their field (§8.11, §11.33)', (_, body) => {
  expect(refused(body)).toEqual({ fields: [['username', 'Rut no válido']], message: '' })
})

test('a password validation goes to the password', () => {
  expect(refused({ password: ['Ingresa tu contraseña'] }).fields).toEqual([
    ['password', 'Ingresa tu contraseña'],
  ])
})

test('what belongs to no field goes above the button, beside field errors too (§8.11)', () => {
  expect(refused({ __all__: ['No son correctos'], password: 'x' })).toEqual({
    fields: [['password', 'x']],
    message: 'No son correctos',
  })
})

test.each([[{ detail: 'x' }], [{ social_security: [] }], [{ social_security: [7] }], [null], [[]]])(
  'with nothing to map (%j) the default message is shown',
  (body) => {
    expect(refused(body)).toEqual({ fields: [], message: unknown })
  },
)

test('a token that is refused again says that the browser keeps no cookies, as in a frame (§12.982)', () => {
  const body = { detail: 'CSRF Failed: CSRF cookie not set.' }
  expect(loginFailure(new ApiError(403, body, unknown)).message).toContain('cookies')
})

test('an internal error is not shown as it is', () => {
  expect(loginFailure(new TypeError('x is undefined')).message).toBe(unknown)
})
