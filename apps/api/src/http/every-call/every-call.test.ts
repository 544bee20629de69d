import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../../seeds/personas.ts'
import { readStoredData } from '../../../test/dump-database.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import type { Visitor } from '../../../test/visitor.ts'

// Rules for every call of the OpenAPI document.

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Call {
  method: Method
  url: string
}

/** A PDF statement adds one row a day (docs/decisions/statements.md). */
const FOLIOS = 'public.issued_statements'
const STATEMENT = '/api/sales/V-1001/statement.pdf'

/** Their bearer token is all that counts (docs/decisions/loads.md). */
const OF_PROGRAMS = '/api/imports/'

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

/** Iván is a superuser: no permission stops him. */
async function openAsIvan(): Promise<{ portal: Portal; ivan: Visitor }> {
  const portal = await openPortal()
  onTestFinished(() => portal.close())
  return { portal, ivan: await portal.as('ivan') }
}

describe('every call that may change something', () => {
  const unsafe = () =>
    calls.filter(({ method, url }) => method !== 'GET' && !url.startsWith(OF_PROGRAMS))

  test('is refused without the caller’s own token, and changes nothing (§11.17, security 4.1)', async () => {
    const { portal, ivan } = await openAsIvan()
    const token = ivan.cookies.get('csrftoken') ?? ''
    const theirs = (await portal.as('rosa')).cookies.get('csrftoken') ?? ''
    const wrong: [string, string, string | null][] = [
      ['no cookie', '', token],
      ['no token', token, null],
      ['a short one', token, token.slice(0, 16)],
      ['odd characters', token, '!'.repeat(64)],
      ['another one', token, `${token.slice(1)}${token[0] === 'a' ? 'b' : 'a'}`],
      ['another user’s', theirs, theirs],
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

  test('passes with the caller’s token in the header, for every method (security 4.2)', async () => {
    const { ivan } = await openAsIvan()
    for (const { method, url } of unsafe()) {
      // No call accepts this body; only the CSRF check matters here.
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

describe('a read', () => {
  test('by GET, HEAD or OPTIONS changes nothing, except that a PDF statement gets a folio (security 4.9)', async () => {
    const { portal, ivan } = await openAsIvan()
    const rosa = await portal.as('rosa')
    const stored = async () => {
      const { [FOLIOS]: folios = [], ...rest } = await readStoredData(portal.pool)
      return { folios: folios.length, rest }
    }
    const before = await stored()
    const found = new Set<string>()
    for (const { url } of calls) {
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
        await ivan.call(method as Method, url)
        const { status } = await rosa.call(method as Method, url)
        if (method === 'GET' && status === 200) found.add(url)
      }
    }
    expect(await stored()).toEqual({ ...before, folios: before.folios + 1 })
    // The member's data was found.
    expect([...found]).toEqual(expect.arrayContaining(['/api/sales-data/', STATEMENT]))
  })
})
