import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeUser } from '../session/stored-user.ts'
import { buildUser } from '../testing/build-user.ts'
import { isHydrated } from './page-parts.ts'

beforeEach(() => {
  // In development nothing is prerendered.
  vi.stubEnv('DEV', false)
})

afterEach(() => vi.unstubAllEnvs())

function page(html: string): Element {
  const container = document.createElement('div')
  container.innerHTML = html
  return container
}

describe('the prerendered page stays', () => {
  test('when it is public', () => {
    expect(isHydrated('/', page('<p>Ingresar</p>'))).toBe(true)
  })

  test.each(['<input>', '<input type="password">', '<textarea></textarea>', '<select></select>'])(
    'behind the login when something may have been typed into %s',
    (field) => {
      expect(isHydrated('/change-password', page(field))).toBe(true)
    },
  )
})

describe('the prerendered page is replaced', () => {
  test.each([
    '<p>Mi carpeta</p>',
    '<input readonly>',
    '<input disabled>',
    '<input type="checkbox" disabled>',
    '<select disabled></select>',
  ])('behind the login when nothing can be typed into %s', (html) => {
    expect(isHydrated('/dashboard', page(html))).toBe(false)
  })

  test('where a logged-in person does not find a page', () => {
    storeUser(buildUser())
    expect(isHydrated('/nothing', page('<p>No existe</p>'))).toBe(false)
  })
})
