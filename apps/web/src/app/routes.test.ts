import { describe, expect, test } from 'vitest'
import { NOT_FOUND, routeOf, routes, screenOf } from './routes.ts'

describe('the route table', () => {
  test.each(routes.map((route) => [route.path, route] as const))(
    '%s has a screen',
    async (_, route) => {
      await expect(screenOf(route).preload()).resolves.toBeUndefined()
    },
  )

  test('names no path twice', () => {
    const paths = routes.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('finds a page with and without a slash at its end', () => {
    expect(routeOf('/dashboard/').path).toBe('/dashboard')
    expect(routeOf('/').path).toBe('/')
  })

  test('answers an unknown path with the not-found page', () => {
    expect(routeOf('/nada').path).toBe(NOT_FOUND)
  })
})
