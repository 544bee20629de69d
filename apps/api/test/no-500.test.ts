import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from './open-portal.ts'
import { storeRequest } from './stored-requests.ts'
import { json, type Visitor } from './visitor.ts'

// "No input gives a 500" (design.md §8): every call that is described, with anything in every field.

interface Described {
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> }
}

let portal: Portal
let people: Visitor[]
let calls: { method: 'GET' | 'POST' | 'PATCH'; url: string; fields: string[]; query: string[] }[]
beforeAll(async () => {
  portal = await openPortal()
  const stranger = portal.visitor()
  await stranger.fetchToken()
  const names = ['rosa', 'carla', 'mario', 'ivan'] as const
  people = [stranger, ...(await Promise.all(names.map((name) => portal.as(name))))]
  await storeRequest(portal, { state: 'in_review' })
  const { body } = await stranger.get('/api/openapi.json')
  calls = Object.entries<Record<string, Described>>(body.paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, { requestBody, parameters = [] }]) => ({
      method: method.toUpperCase() as 'GET' | 'POST' | 'PATCH',
      url,
      fields: Object.keys(Object.values(requestBody?.content ?? {})[0]?.schema.properties ?? {}),
      query: parameters.filter((it) => it.in === 'query').map(({ name }) => name),
    })),
  )
})
afterAll(() => portal.close())

const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('\u0000', '../../etc/passwd', "' or 1=1 --", '<script>', '١٢٣', '9'.repeat(40)),
)

const anyText = fc.string({ unit: 'binary', maxLength: 60 })

test('whatever is sent in the fields of a call, to whomever it belongs', async () => {
  expect(calls.length).toBeGreaterThan(12)
  for (const { method, url, fields } of calls.filter((call) => call.fields.length > 0)) {
    const body = fc.dictionary(fc.constantFrom(...fields, 'extra', 'constructor'), hostile)
    await fc.assert(
      fc.asyncProperty(fc.nat(people.length - 1), body, async (who, sent) => {
        const person = people[who] ?? people[0]
        const path = url.replace(/\{\w+\}/g, '1')
        const { status } = (await person?.call(method, path, json(sent))) ?? {}
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 40 },
    )
  }
})

test('whatever is asked for in an address', async () => {
  for (const { url, query } of calls) {
    await fc.assert(
      fc.asyncProperty(fc.nat(people.length - 1), anyText, async (who, text) => {
        const wild = encodeURIComponent(text.toWellFormed())
        const filled = url.replace(/\{\w+\}/g, () => wild)
        const asked = query.map((name) => `${name}=${wild}`).join('&')
        // A page that is none ends a list before its filters are looked at.
        const filtered = query.includes('page') ? [asked.replace(/(^|&)page=[^&]*/, '')] : []
        for (const search of [`token=${wild}&${asked}`, ...filtered]) {
          const answer = await people[who]?.get(`${filled}?${search}`)
          expect(answer?.status).toBeLessThan(500)
        }
      }),
      { numRuns: 25 },
    )
  }
})
