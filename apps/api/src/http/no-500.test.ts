import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { json, type Visitor } from '../../test/visitor.ts'

// Thousands of calls each.
vi.setConfig({ testTimeout: 120_000 })

// "No input gives a 500" (design.md §8): every call that is described, with anything in every field.

interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

interface Described {
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

let portal: Portal
let people: Visitor[]
let calls: {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  url: string
  body: Record<string, Schema>
  query: string[]
}[]
beforeAll(async () => {
  portal = await openPortal()
  const anonymous = portal.visitor()
  await anonymous.fetchToken()
  const names = ['rosa', 'carla', 'mario', 'ivan'] as const
  people = [anonymous, ...(await Promise.all(names.map((name) => portal.as(name))))]
  await storeRequest(portal, { state: 'in_review' })
  const { body } = await anonymous.get('/api/openapi.json')
  calls = Object.entries<Record<string, Described>>(body.paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, { requestBody, parameters = [] }]) => ({
      method: method.toUpperCase() as (typeof calls)[number]['method'],
      url,
      body: Object.values(requestBody?.content ?? {})[0]?.schema.properties ?? {},
      query: parameters.filter((it) => it.in === 'query').map(({ name }) => name),
    })),
  )
})
afterAll(() => portal.close())

/** Halves of signs too, as a client leaves them that cuts a text by length; `binary` has none. */
const anyUnits = fc
  .array(fc.nat(0xffff), { maxLength: 60 })
  .map((units) => String.fromCharCode(...units))

const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  anyUnits,
  fc.constantFrom(
    '\ud83d',
    'Rosa \udcc4',
    '\u0000',
    '../../etc/passwd',
    "' or 1=1 --",
    '<script>',
    '١٢٣',
    '9'.repeat(40),
  ),
)

const anyText = fc.string({ unit: 'binary', maxLength: 60 })

test('whatever is sent in the fields of a call, to whomever it belongs', async () => {
  expect(calls.length).toBeGreaterThan(12)
  for (const { method, url, body: described } of withBody()) {
    const fields = Object.keys(described)
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

// An act that looks at a field only once all others are good is not reached by the one before.
test('whatever is sent in one field, where all others are as they should be', async () => {
  const ivan = people.at(-1)
  const accepted = new Set<string>()
  const { rows } = await portal.pool.query(
    'select min(id) as id from procedures where data_subject_right is null',
  )
  const fill = (url: string) =>
    url.replace('procedures/{id}', `procedures/${rows[0].id}`).replace(/\{\w+\}/g, '1')
  for (const { method, url, body } of withBody()) {
    const good = Object.fromEntries(
      Object.entries(body).map(([name, schema]) => [name, goodValue(name, schema)]),
    )
    const send = async (sent: object) => {
      const answer = await ivan?.call(method, fill(url), json(sent))
      expect(answer?.status, `${method} ${url} ${JSON.stringify(sent)}`).toBeLessThan(500)
      if ((answer?.status ?? 500) < 300) accepted.add(`${method} ${url}`)
    }
    await send(good)
    for (const [name, schema] of Object.entries(body)) {
      const bad = isText(schema) ? fc.oneof(hostile, anyUnits, fc.constant('Rosa \ud83d')) : hostile
      await fc.assert(
        fc.asyncProperty(bad, (value) => send({ ...good, [name]: value })),
        { numRuns: 15, examples: [['Rosa \ud83d']] },
      )
    }
  }
  // What the trail keeps the words of was really written.
  expect([...accepted]).toEqual(
    expect.arrayContaining([
      'POST /api/procedures/',
      'PATCH /api/procedures/{id}/',
      'POST /api/answer-templates/',
      'POST /api/holidays/',
      'POST /api/groups/',
      'POST /api/users/',
    ]),
  )
})

function withBody() {
  return calls.filter(({ body }) => Object.keys(body).length > 0)
}

function isText(schema: Schema): boolean {
  return schema.type === 'string' || (schema.anyOf ?? []).some(isText)
}

/** Something that a form is content with: by the name of the field, or by its kind. */
function goodValue(name: string, schema: Schema): unknown {
  const named: Record<string, unknown> = {
    email: `rosa.${crypto.randomUUID()}@correo.example`,
    password: '',
    date: '2026-12-24',
    is_closed: true,
    invite: true,
    answer_hours: 8,
    permissions: [],
    ids: [],
    social_security: '',
  }
  if (name in named) return named[name]
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return goodValue(name, schema.anyOf[0] ?? {})
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, it]) => [key, goodValue(key, it)]),
      )
    case 'array':
      return [goodValue(name, schema.items ?? {})]
    case 'boolean':
      return false
    case 'number':
    case 'integer':
      return 1
    default:
      return `Texto ${crypto.randomUUID()}`
  }
}

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
