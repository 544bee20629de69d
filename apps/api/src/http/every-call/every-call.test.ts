import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../../seeds/personas.ts'
import { readStoredData } from '../../../test/dump-database.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { holderIdOf } from '../../../test/sales/holder-id.ts'
import { pdf } from '../../../test/sample-files.ts'
import { userIdOf } from '../../../test/users/user-id.ts'
import { ViewAsCalls } from '../../../test/users/view-as-calls.ts'
import { upload, type Visitor } from '../../../test/visitor.ts'

// Rules for every call of the OpenAPI document.

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Call {
  method: Method
  url: string
}

/** A PDF statement adds one row a day (docs/decisions/statements.md), a document is no longer new. */
const changedByReads = ['public.issued_statements', 'public.member_document_reads']
const STATEMENT = '/api/sales/V-1001/statement.pdf'
const DOCUMENT = '/api/member-documents/1/file/'

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
  const reads = () => calls.filter(({ method }) => method === 'GET')

  async function openWithDocument() {
    const { portal, ivan } = await openAsIvan()
    const holder_id = await holderIdOf(portal.db)
    const fields = { category: 'deed', title: 'Escritura', date: '', holder_id }
    const path = '/api/sales/V-1001/documents/'
    const { body } = await ivan.post(path, upload(pdf('escritura.pdf'), fields))
    expect(body.id).toBe(1)
    const rosa = await portal.as('rosa')
    return { portal, rosa, readers: [ivan, rosa] }
  }

  function changedTables(before: Record<string, string[]>, after: Record<string, string[]>) {
    return Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  }

  test('by HEAD or OPTIONS changes nothing at all, and is told of no file (security 4.9, security 4.140)', async () => {
    const { portal, readers, rosa } = await openWithDocument()
    const before = await readStoredData(portal.pool)
    for (const { url } of reads()) {
      for (const reader of readers) {
        await reader.call('HEAD', url)
        await reader.call('OPTIONS' as Method, url)
      }
    }
    expect(await readStoredData(portal.pool)).toEqual(before)
    for (const url of [STATEMENT, DOCUMENT, '/api/client/data.json']) {
      const { status, headers } = await rosa.call('HEAD', url)
      expect([url, status, headers.allow]).toEqual([url, 405, 'GET, OPTIONS'])
    }
  })

  test('by GET changes nothing, but a folio a day and what is new (security 4.9)', async () => {
    const { portal, readers } = await openWithDocument()
    const before = await readStoredData(portal.pool)
    const found = new Set<string>()
    for (const { url } of reads()) {
      for (const reader of readers) {
        if ((await reader.get(url)).status === 200) found.add(url)
      }
    }
    const after = await readStoredData(portal.pool)
    expect(changedTables(before, after)).toEqual(changedByReads)
    // The member's data was found.
    expect([...found]).toEqual(expect.arrayContaining(['/api/sales-data/', STATEMENT, DOCUMENT]))
  })

  test('in a view as Rosa changes nothing of hers and counts for Carla (security 13.140)', async () => {
    const { portal, rosa } = await openWithDocument()
    const carla = await portal.as('carla')
    await new ViewAsCalls(portal).viewAs(carla, 'rosa')
    await portal.pool.query('delete from rate_limits')
    const before = await readStoredData(portal.pool)
    const found = new Set<string>()
    for (const { url } of reads()) {
      if ((await carla.get(url)).status === 200) found.add(url)
    }
    expect(await readStoredData(portal.pool)).toEqual(before)
    const { rows } = await portal.pool.query(
      `select distinct substring(key from '[0-9]+$')::int as id from rate_limits
       where key ~ ':[0-9]+$'`,
    )
    expect(rows).toEqual([{ id: await userIdOf(portal.db, 'carla') }])
    expect([...found]).toEqual(expect.arrayContaining([STATEMENT, DOCUMENT]))
    const { body } = await rosa.get('/api/member-documents/')
    expect(body.results).toMatchObject([{ source: 'published', is_new: true }])
  })
})
