import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { storeRequest } from '../../../test/stored-requests.ts'
import { json, type Visitor } from '../../../test/visitor.ts'

// Each test makes thousands of calls.
vi.setConfig({ testTimeout: 120_000 })

// No input gives a 500 (docs/specification.md §12.74): every described call, any value in every field.

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

/** Includes lone surrogates, as left by a client that cuts a text; `binary` has none. */
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

test('any values in the fields of a call, for every kind of user (§12.74, security 10.1)', async () => {
  expect(calls.length).toBeGreaterThan(12)
  for (const { method, url, body: described } of withBody()) {
    const fields = Object.keys(described)
    const body = fc.dictionary(fc.constantFrom(...fields, 'extra', 'constructor'), hostile)
    await fc.assert(
      fc.asyncProperty(fc.nat(people.length - 1), body, async (index, sent) => {
        const person = people[index] ?? people[0]
        const path = url.replace(/\{\w+\}/g, '1')
        const { status } = (await person?.call(method, path, json(sent))) ?? {}
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 40 },
    )
  }
})

// Reaches an action that checks a field only when all others are valid.
test('any value in one field, with valid values in all others', async () => {
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
  // Calls whose texts the audit log stores did succeed.
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

/** A valid value, by the name of the field or by its type. */
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

test('any text in a path and its query (security 10.1)', async () => {
  for (const { url, query } of calls) {
    await fc.assert(
      fc.asyncProperty(fc.nat(people.length - 1), anyText, async (index, text) => {
        const wild = encodeURIComponent(text.toWellFormed())
        const filled = url.replace(/\{\w+\}/g, () => wild)
        const asked = query.map((name) => `${name}=${wild}`).join('&')
        // An invalid page fails before the filters are read.
        const filtered = query.includes('page') ? [asked.replace(/(^|&)page=[^&]*/, '')] : []
        for (const search of [`token=${wild}&${asked}`, ...filtered]) {
          const answer = await people[index]?.get(`${filled}?${search}`)
          expect(answer?.status).toBeLessThan(500)
        }
      }),
      { numRuns: 25 },
    )
  }
})
