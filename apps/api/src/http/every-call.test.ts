import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { readStoredData } from '../../test/dump-database.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import type { Visitor } from '../../test/visitor.ts'

// What holds for every call that the API describes, whichever capability it belongs to.

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Call {
  method: Method
  url: string
}

/** One a day for each state of a sale (docs/decisions/0011). */
const FOLIOS = 'public.issued_statements'
const STATEMENT = '/api/sales/V-1001/statement.pdf'

const calls: Call[] = []
beforeAll(async () => {
  const portal = await openPortal()
  const { body } = await portal.visitor().get('/api/openapi.json')
  for (const [url, methods] of Object.entries<object>(body.paths)) {
    for (const method of Object.keys(methods)) {
      const filled = url.replace('{code}', 'V-1001').replace(/\{\w+\}/g, '1')
      calls.push({ method: method.toUpperCase() as Method, url: filled })
    }
  }
  await portal.close()
})

/** Iván may do everything: what stops him is nothing but what the test is about. */
async function openAsIvan(): Promise<{ portal: Portal; ivan: Visitor }> {
  const portal = await openPortal()
  onTestFinished(() => portal.close())
  return { portal, ivan: await portal.as('ivan') }
}

describe('every call that may change something', () => {
  const unsafe = () => calls.filter(({ method }) => method !== 'GET')

  test('is refused without his own token, and changes nothing', async () => {
    const { portal, ivan } = await openAsIvan()
    const token = ivan.cookies.get('csrftoken') ?? ''
    const theirs = (await portal.as('rosa')).cookies.get('csrftoken') ?? ''
    const wrong: [string, string, string | null][] = [
      ['no cookie', '', token],
      ['no token', token, null],
      ['a short one', token, token.slice(0, 16)],
      ['odd characters', token, '!'.repeat(64)],
      ['another one', token, `${token.slice(1)}${token[0] === 'a' ? 'b' : 'a'}`],
      ['somebody else’s', theirs, theirs],
    ]
    const before = await readStoredData(portal.pool)
    expect(unsafe().length).toBeGreaterThan(10)
    for (const { method, url } of unsafe()) {
      for (const [name, cookie, header] of wrong) {
        const cookies = new Map(ivan.cookies).set('csrftoken', cookie)
        const response = await portal.app.inject({
          method,
          url,
          payload: '{}',
          headers: {
            'content-type': 'application/json',
            cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
            ...(header === null ? {} : { 'x-csrftoken': header }),
          },
        })
        const { detail } = response.json()
        expect([method, url, name, response.statusCode, detail]).toEqual([
          method,
          url,
          name,
          403,
          expect.stringMatching(/^CSRF Failed: /),
        ])
      }
    }
    expect(await readStoredData(portal.pool)).toEqual(before)
  })

  test('passes with his token in the header, whatever the method', async () => {
    const { ivan } = await openAsIvan()
    for (const { method, url } of unsafe()) {
      // With a body that no call takes: what comes of it is not what this is about.
      const answer = await ivan.call(method, url, {
        payload: '7',
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.status).not.toBe(401)
      expect(String(answer.body?.detail)).not.toMatch(/^CSRF/)
      if (url.endsWith('/logout/')) await ivan.logIn(personas.ivan.rut, SAMPLE_PASSWORD)
    }
  })
})

describe('looking', () => {
  test('by GET, HEAD or OPTIONS changes nothing, but that a statement on paper has its folio', async () => {
    const { portal, ivan } = await openAsIvan()
    const rosa = await portal.as('rosa')
    const kept = async () => {
      const { [FOLIOS]: folios = [], ...rest } = await readStoredData(portal.pool)
      return { folios: folios.length, rest }
    }
    const before = await kept()
    const found = new Set<string>()
    for (const { url } of calls) {
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
        await ivan.call(method as Method, url)
        const { status } = await rosa.call(method as Method, url)
        if (method === 'GET' && status === 200) found.add(url)
      }
    }
    expect(await kept()).toEqual({ ...before, folios: before.folios + 1 })
    // Not an empty proof: what a member looks at is there.
    expect([...found]).toEqual(expect.arrayContaining(['/api/sales-data/', STATEMENT]))
  })
})
