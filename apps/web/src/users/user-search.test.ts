import { describe, expect, test } from 'vitest'
import { filtersOf, textOf } from './user-search.ts'

const only = (filters: object) => ({ fullname: '', email: '', social_security: '', ...filters })

describe('the search box of the users', () => {
  test.each([
    ['Rosa', { fullname: 'Rosa' }],
    ['rosa@', { email: 'rosa@' }],
    ['@correo.example', { email: '@correo.example' }],
    ['12.345.678-5', { social_security: '12.345.678-5' }],
    ['20347878k', { social_security: '20347878k' }],
    ['123', { social_security: '123' }],
    ['Socio 12', { fullname: 'Socio 12' }],
    ['K', { fullname: 'K' }],
    ['-', { fullname: '-' }],
    ['', {}],
  ])('looks for «%s» with the one filter that fits (§12.1462)', (text, filters) => {
    expect(filtersOf(text)).toEqual(only(filters))
    expect(textOf(filtersOf(text))).toBe(text)
  })

  test('shows no filters that it could not have made (§12.1462)', () => {
    expect(textOf({ fullname: 'mu', email: 'example' })).toBeNull()
    expect(textOf({ fullname: '12' })).toBeNull()
    expect(textOf({ invitation: 'failed' })).toBe('')
  })
})
