import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

describe('every answer (security 3.15, security 8.2, security 8.5)', () => {
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

  test('a page names the frames that FRAME_ANCESTORS allows, and what else it may load (§10.73, security 8.1, security 8.10)', async () => {
    const policyOf = async (env: NodeJS.ProcessEnv) => {
      const { visitor: anyone } = await openPortalForTest(env)
      return String((await anyone().get('/nada')).headers['content-security-policy'])
    }
    const closed = await policyOf({})
    expect(closed).toContain("frame-ancestors 'self'")
    for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'"]) {
      expect(closed.split('; ')).toContain(directive)
    }
    const framed = await policyOf({ FRAME_ANCESTORS: 'https://cooperativa.example' })
    expect(framed.split('; ')).toContain('frame-ancestors https://cooperativa.example')
  })

  test('on https asks for https in future (security 8.4)', async () => {
    const { visitor: anyone } = await openPortalForTest({ PUBLIC_URL: 'https://portal.example' })
    const { headers } = await anyone().get('/api/health/')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })
})
