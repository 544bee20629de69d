import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { form, json, type Visitor } from '../../test/visitor.ts'

const LOGIN = '/api/auth/login/'
const credentials = { username: personas.rosa.rut, password: SAMPLE_PASSWORD }

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

async function refusal(visitor: Visitor, options = form(credentials)): Promise<string> {
  const { status, body } = await visitor.post(LOGIN, options)
  expect(status).toBe(403)
  return body.detail
}

function withHeaders(headers: Record<string, string>) {
  const options = form(credentials)
  return { ...options, headers: { ...options.headers, ...headers } }
}

describe('an anonymous login needs a token too (security 4.3)', () => {
  test('without a cookie', async () => {
    expect(await refusal(portal.visitor())).toBe('CSRF Failed: CSRF cookie not set.')
  })

  test('without a token', async () => {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const noHeader = withHeaders({ 'x-csrftoken': '' })
    expect(await refusal(visitor, noHeader)).toMatch(/incorrect length/)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await portal.app.inject({
      method: 'POST',
      url: LOGIN,
      payload: JSON.stringify(credentials),
      headers: { cookie, 'content-type': 'application/json' },
    })
    expect(response.json()).toEqual({ detail: 'CSRF Failed: CSRF token missing.' })
  })

  test.each([
    ['short', 'a'.repeat(16), /has incorrect length/],
    ['odd characters', '!'.repeat(64), /has invalid characters/],
    ['another one', 'a'.repeat(64), /header incorrect/],
  ])('with a wrong token: %s', async (_name, token, reason) => {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    expect(await refusal(visitor, withHeaders({ 'x-csrftoken': token }))).toMatch(reason)
  })

  test('a pair written by an attacker is refused: it is not signed (§11.16, security 4.4)', async () => {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    visitor.cookies.set('csrftoken', 'a'.repeat(64))
    expect(await refusal(visitor)).toMatch(/incorrect/)
  })

  test.each([
    ['another site of the domain', 'a'.repeat(32)],
    ['an earlier setting', 'a'.repeat(64)],
    ['a site that emptied it', ''],
  ])('a second cookie, of %s, keeps nobody out, whichever comes first', async (_from, other) => {
    for (const isFirst of [true, false]) {
      const visitor = portal.visitor()
      await visitor.fetchToken()
      const cookies = [`csrftoken=${other}`, visitor.headers().cookie]
      const cookie = (isFirst ? cookies : cookies.toReversed()).join('; ')
      expect((await visitor.post(LOGIN, withHeaders({ cookie }))).status).toBe(200)
    }
  })

  test('a pair written by an attacker is refused beside the right cookie too (security 4.4)', async () => {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const planted = 'a'.repeat(64)
    const cookie = `csrftoken=${planted}; ${visitor.headers().cookie}`
    const pair = withHeaders({ cookie, 'x-csrftoken': planted })
    expect(await refusal(visitor, pair)).toMatch(/incorrect/)
  })

  test('another visitor’s token is refused: it is bound to that visitor (§10.33, security 4.4)', async () => {
    const [mine, theirs] = [portal.visitor(), portal.visitor()]
    await mine.fetchToken()
    mine.cookies.set('csrftoken', await theirs.fetchToken())
    expect(await refusal(mine)).toMatch(/incorrect/)
  })

  test('a token counts after another call was issued a newer one, as on a slow network (security 4.810)', async () => {
    const visitor = portal.visitor()
    const former = await visitor.fetchToken()
    await visitor.fetchToken()
    const login = withHeaders({ 'x-csrftoken': former })
    expect((await visitor.post(LOGIN, login)).status).toBe(200)
    // That of the login before belongs to nobody who is signed in.
    expect(await refusal(visitor, login)).toMatch(/incorrect/)
  })

  test('a refused anonymous visitor gets a new token that works (§11.18)', async () => {
    const visitor = portal.visitor()
    await refusal(visitor)
    expect((await visitor.post(LOGIN, form(credentials))).status).toBe(200)
  })
})

describe('where the token may be', () => {
  test('a urlencoded body may carry it as a field instead of the header (§10.35)', async () => {
    const visitor = portal.visitor()
    const token = await visitor.fetchToken()
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const send = (csrfmiddlewaretoken: string) =>
      portal.app.inject({
        method: 'POST',
        url: LOGIN,
        payload: new URLSearchParams({ ...credentials, csrfmiddlewaretoken }).toString(),
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await send('b'.repeat(64))).statusCode).toBe(403)
    expect((await send(token)).statusCode).toBe(200)
  })

  test('where both are sent both must match', async () => {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const wrongField = form({ ...credentials, csrfmiddlewaretoken: 'b'.repeat(64) })
    expect(await refusal(visitor, wrongField)).toMatch(/CSRF token from POST incorrect/)
  })

  test('in JSON only the header counts, and the field is ignored', async () => {
    const visitor = portal.visitor()
    const token = await visitor.fetchToken()
    const body = { ...credentials, csrfmiddlewaretoken: token }
    expect((await visitor.post(LOGIN, json(body))).status).toBe(200)
  })
})

describe('the token and the session', () => {
  test('a token from before the login no longer works after it (security 3.3)', async () => {
    const rosa = portal.visitor()
    const before = await rosa.fetchToken()
    await rosa.post(LOGIN, form(credentials))
    rosa.cookies.set('csrftoken', before)
    expect((await rosa.post('/api/auth/logout/')).status).toBe(403)
  })

  test('after a logout there is a new anonymous one (security 3.3)', async () => {
    const rosa = await portal.as('rosa')
    await rosa.post('/api/auth/logout/')
    expect((await rosa.post(LOGIN, form(credentials))).status).toBe(200)
  })

  test('the token is 64 letters and digits, the same in cookie and answer (§7.6, §11.15)', async () => {
    const visitor = portal.visitor()
    const token = await visitor.fetchToken()
    expect(token).toMatch(/^[a-zA-Z0-9]{64}$/)
    expect(visitor.cookies.get('csrftoken')).toBe(token)
  })
})

describe('where the call comes from', () => {
  test.each([
    'https://evil.example',
    'null',
    'https://localhost',
    'http://localhost:8011',
    'http://localhost.evil.example',
    'https://[',
  ])('origin %s is refused even with the right token (security 4.5)', async (origin) => {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    expect(await refusal(visitor, withHeaders({ origin }))).toMatch(/^CSRF Failed: Origin checking/)
  })

  test('the portal’s own origin and an allowed one pass', async () => {
    const other = await openPortalForTest({ WEB_ORIGINS: 'https://web.example' })
    for (const origin of ['http://localhost:8010', 'https://web.example']) {
      const visitor = other.visitor()
      await visitor.fetchToken()
      expect((await visitor.post(LOGIN, withHeaders({ origin }))).status).toBe(200)
    }
  })

  test('a call that the browser marks as cross-site is refused (security 4.7)', async () => {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    const crossSite = withHeaders({ 'sec-fetch-site': 'cross-site' })
    expect(await refusal(visitor, crossSite)).toMatch(/cross-site/)
  })

  test.each([
    [undefined, /no Referer/],
    ['', /no Referer/],
    ['//portal.example/', /malformed/],
    ['http://portal.example/', /insecure/],
    ['https://evil.example/', /does not match/],
  ])('on https without Origin the Referer decides: %s (security 4.6)', async (referer, reason) => {
    const secure = await openPortalForTest({ PUBLIC_URL: 'https://portal.example' })
    const visitor = secure.visitor()
    await visitor.fetchToken()
    const headers: Record<string, string> = referer === undefined ? {} : { referer }
    expect(await refusal(visitor, withHeaders(headers))).toMatch(reason)
    const own = withHeaders({ referer: 'https://portal.example/login' })
    expect((await visitor.post(LOGIN, own)).status).toBe(200)
  })
})

describe('CORS', () => {
  test('an allowed origin is named exactly, also on errors; another gets nothing (§11.20, security 4.11)', async () => {
    const { app } = await openPortalForTest({ WEB_ORIGINS: 'https://web.example' })
    const from = (origin: string, method: 'GET' | 'OPTIONS' = 'GET') =>
      app.inject({
        method,
        url: '/api/auth/user/',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const allowed = await from('https://web.example')
    expect(allowed.statusCode).toBe(401)
    expect(allowed.headers['access-control-allow-origin']).toBe('https://web.example')
    expect(allowed.headers['access-control-allow-credentials']).toBe('true')
    expect(allowed.headers.vary).toContain('Origin')
    for (const origin of [
      'https://evil.example',
      'null',
      'https://WEB.example.',
      'https://a.web.example',
    ]) {
      expect((await from(origin)).headers['access-control-allow-origin']).toBeUndefined()
    }
    const preflight = await from('https://web.example', 'OPTIONS')
    expect({ status: preflight.statusCode, payload: preflight.payload }).toEqual({
      status: 200,
      payload: '',
    })
    expect(preflight.headers['content-length']).toBe('0')
    expect(preflight.headers['access-control-allow-methods']).toBe(
      'DELETE, GET, OPTIONS, PATCH, POST, PUT',
    )
    expect(preflight.headers['access-control-allow-headers']).toBe(
      'accept, authorization, content-type, idempotency-key, if-match, user-agent, x-csrftoken, x-requested-with',
    )
  })

  test.each([{}, { origin: 'https://evil.example' }])(
    'an OPTIONS call that is not a preflight is answered and allows no origin: %j (security 4.12)',
    async (headers) => {
      for (const env of [{}, { WEB_ORIGINS: 'https://web.example' }]) {
        const { app } = await openPortalForTest(env)
        const answer = await app.inject({ method: 'OPTIONS', url: LOGIN, headers })
        expect(answer.statusCode).toBe(200)
        expect(answer.json()).toEqual({})
        expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      }
    },
  )
})
