import { describe, expect, test } from 'vitest'
import { NOT_FOUND, routeOf, routes, screenOf, switchedOn } from './routes.ts'

describe('the route table', () => {
  test.each(routes.map((route) => [route.path, route] as const))(
    '%s has a screen (§2.1)',
    async (_, route) => {
      await expect(screenOf(route).preload()).resolves.toBeUndefined()
    },
  )

  test('names no path twice', () => {
    const paths = routes.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('leaves out a route that is switched off (§2.13)', () => {
    const row = { path: '/nuevo', file: 'login/login-by-rut-screen.tsx', access: 'public' } as const
    expect(
      switchedOn([
        { ...row, enabled: false },
        { ...row, path: '/otro' },
      ]),
    ).toEqual([{ ...row, path: '/otro' }])
  })

  test('finds a page with and without a slash at its end', () => {
    expect(routeOf('/dashboard/').path).toBe('/dashboard')
    expect(routeOf('/').path).toBe('/')
  })

  test('answers an unknown path with the not-found page (§2.9)', () => {
    expect(routeOf('/nada').path).toBe(NOT_FOUND)
  })
})
