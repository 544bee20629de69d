import { expect, test } from 'vitest'
import { errorLines } from '../../session/failures/failure-notice.tsx'
import { ApiError } from './api-error.ts'

const unknown = 'Ocurrió un error ...'
const linesOf = (status: number, body: unknown, message = unknown) =>
  errorLines(new ApiError(status, body, message))

test.each([
  ['a text', 'Uno', ['Uno']],
  ['a list', ['Uno', 'Dos'], ['Uno', 'Dos']],
  ['an object', { password: ['Uno', 'Dos'], token: 'Tres' }, ['Uno', 'Dos', 'Tres']],
  ['nested values', { a: { b: ['Uno'] } }, ['Uno']],
])('each sentence of a 400 with %s is a line', (_, body, lines) => {
  expect(linesOf(400, body)).toEqual(lines)
})

test.each([[{}], [null], [[7]], ['x'.repeat(500)]])(
  'a 400 without a sentence has the general message (%j)',
  (body) => {
    expect(linesOf(400, body)).toEqual([unknown])
  },
)

test('any other status has one line, the message of the catalogue', () => {
  expect(linesOf(500, { detail: 'Traceback' })).toEqual([unknown])
  expect(linesOf(429, 'Demasiados intentos', 'Demasiados intentos')).toEqual([
    'Demasiados intentos',
  ])
})

test('the message of an unexpected error is not shown', () => {
  expect(errorLines(new TypeError('x is undefined'))).toEqual([unknown])
})
