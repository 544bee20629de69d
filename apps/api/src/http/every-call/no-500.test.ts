import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listApiCalls, type Schema } from '../../../test/fuzz/api-calls.ts'
import { hostile, hostileText } from '../../../test/fuzz/values.ts'
import { openPortal } from '../../../test/open-portal.ts'
import { storeRequest } from '../../../test/stored-requests.ts'
import { json } from '../../../test/visitor.ts'

// Thousands of calls.
vi.setConfig({ testTimeout: 240_000 })

// Reaches an action that checks a field only when all others are valid. `fuzz.test.ts` sends anything in every field.
test('any value in one field, with valid values in all others (§12.74, security 10.1)', async () => {
  const portal = await openPortal()
  onTestFinished(() => portal.close())
  const ivan = await portal.as('ivan')
  await storeRequest(portal, { state: 'in_review' })
  const accepted = new Set<string>()
  const { rows } = await portal.pool.query(
    'select min(id) as id from procedures where data_subject_right is null',
  )
  const fill = (path: string) =>
    path.replace('procedures/{id}', `procedures/${rows[0].id}`).replace(/\{\w+\}/g, '1')
  for (const { method, path, body } of await listApiCalls(ivan)) {
    const properties = body?.properties ?? {}
    const good = Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, goodValue(name, schema)]),
    )
    const send = async (sent: object) => {
      const { status } = await ivan.call(method, fill(path), json(sent))
      expect(status, `${method} ${path} ${JSON.stringify(sent)}`).toBeLessThan(500)
      if (status < 300) accepted.add(`${method} ${path}`)
    }
    if (Object.keys(good).length > 0) await send(good)
    for (const [name, schema] of Object.entries(properties)) {
      const bad = isText(schema) ? fc.oneof(hostile, hostileText) : hostile
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
