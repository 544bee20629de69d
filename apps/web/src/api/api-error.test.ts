import { expect, test } from 'vitest'
import { ApiError, hasCode, isCsrfFailure, isNotAllowed } from './api-error.ts'

const refused = (status: number, codes: string | null) =>
  new ApiError(status, null, 'x', new Headers(codes ? { 'x-error-code': codes } : {}))

test('an error has the codes of the server, including those of fields', () => {
  const error = refused(400, 'email:taken, changed_meanwhile')
  expect(error.codes).toEqual(['email:taken', 'changed_meanwhile'])
  expect(hasCode(error, 'changed_meanwhile')).toBe(true)
  expect(hasCode(error, 'taken')).toBe(false)
})

test('an error without the header, as from a proxy, has no codes', () => {
  expect(refused(403, null).codes).toEqual([])
  expect([isNotAllowed, isCsrfFailure].map((is) => is(refused(403, null)))).toEqual([false, false])
  expect(hasCode(new Error('x'), 'forbidden')).toBe(false)
})

test('a missing permission and an expired CSRF token are distinguished', () => {
  expect(isNotAllowed(refused(403, 'forbidden'))).toBe(true)
  expect(isCsrfFailure(refused(403, 'forbidden'))).toBe(false)
  expect(isCsrfFailure(refused(403, 'csrf_failed'))).toBe(true)
})
