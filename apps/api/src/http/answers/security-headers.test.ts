import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, openPortalForTest, type Portal } from '../../../test/open-portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

describe('every answer', () => {
  test.each(['/api/auth/user/', '/api/nada/', '/api/health/'])(
    '%s carries the headers',
    async (url) => {
      const { headers } = await portal.visitor().get(url)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
      expect(headers.server).toBeUndefined()
      expect(headers['x-powered-by']).toBeUndefined()
    },
  )

  test('on https asks for https in future', async () => {
    const { visitor: anyone } = await openPortalForTest({ PUBLIC_URL: 'https://portal.example' })
    const { headers } = await anyone().get('/api/health/')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })
})
