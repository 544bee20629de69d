import type { EndpointTable } from '@carpeta/contract/endpoint'
import { endpointsByModule } from '@carpeta/contract/endpoints'
import { expect, test } from 'vitest'
import { openPortalForTest } from '../../test/open-portal.ts'

test('every definition names the params of its path, and no path stands in two modules', () => {
  const endpoints = Object.values<EndpointTable>(endpointsByModule).flatMap((module) =>
    Object.entries(module),
  )
  expect(new Set(endpoints.map(([key]) => key)).size).toBe(endpoints.length)
  for (const [key, { params }] of endpoints) {
    const named = [...key.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect([key, Object.keys(params?.shape ?? {})]).toEqual([key, named])
  }
})

test('the description of the calls is served outside production only (security 8.6)', async () => {
  const portal = await openPortalForTest({})
  const answer = await portal.visitor().get('/api/docs')
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  const text = String(answer.body)
  expect(text).toContain('### POST /api/requests/:id/cancel/\n\n')
  expect(text).toContain('- Access: `client`')
  expect(text).toContain('| `throttled`')
  const production = await openPortalForTest({
    ENVIRONMENT: 'production',
    PUBLIC_URL: 'https://portal.example',
  })
  expect((await production.visitor().get('/api/docs')).status).toBe(404)
})
