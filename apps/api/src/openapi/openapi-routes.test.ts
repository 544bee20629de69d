import { describe, expect, test } from 'vitest'
import { openPortalForTest } from '../../test/open-portal.ts'

describe('the OpenAPI document', () => {
  test('describes calls, and no page', async () => {
    const portal = await openPortalForTest({})
    const { body } = await portal.visitor().get('/api/openapi.json')
    expect(Object.keys(body.paths).filter((path) => !path.startsWith('/api/'))).toEqual([])
  })

  test('is made from the contract and served outside production only (security 8.6)', async () => {
    const portal = await openPortalForTest({})
    const { body } = await portal.visitor().get('/api/openapi.json')
    expect(Object.keys(body.paths)).toContain('/api/auth/login/')
    expect(body.paths['/api/sales-data/'].get.responses['200']).toBeDefined()
    const production = await openPortalForTest({
      ENVIRONMENT: 'production',
      PUBLIC_URL: 'https://portal.example',
    })
    expect((await production.visitor().get('/api/openapi.json')).status).toBe(404)
  })
})
