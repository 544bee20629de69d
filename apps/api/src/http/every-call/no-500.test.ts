import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { answerFault } from '../../../test/fuzz/answer-fault.ts'
import { listApiCalls, type Schema } from '../../../test/fuzz/api-calls.ts'
import { hostile } from '../../../test/fuzz/values.ts'
import { openPortalForTest } from '../../../test/open-portal.ts'
import { storeRequest } from '../../../test/stored-requests.ts'
import { json } from '../../../test/visitor.ts'

// `fuzz.test.ts` sends anything anywhere. An action that checks a field when all others are valid is reached
// only here.

vi.setConfig({ testTimeout: 120_000 })

test('any value in one field of a call, with valid values in all others, gets no wrong answer (§12.74, security 10.1)', async () => {
  const portal = await openPortalForTest({})
  const ivan = await portal.as('ivan')
  await storeRequest(portal, { state: 'in_review' })
  const { rows } = await portal.pool.query(
    'select min(id) as id from procedures where data_subject_right is null',
  )
  const fill = (path: string) =>
    path.replace('procedures/{id}', `procedures/${rows[0].id}`).replace(/\{\w+\}/g, '1')
  const accepted = new Set<string>()
  for (const { method, path, body } of await listApiCalls(ivan)) {
    const fields = Object.entries(body?.properties ?? {})
    const good = Object.fromEntries(fields.map(([name, schema]) => [name, goodValue(name, schema)]))
    const send = async (sent: object) => {
      const answer = await ivan.call(method, fill(path), json(sent))
      expect(answerFault(answer), `${method} ${path} ${JSON.stringify(sent)}`).toBeNull()
      if (answer.status < 300) accepted.add(`${method} ${path}`)
    }
    if (fields.length > 0) await send(good)
    for (const [name] of fields) {
      await fc.assert(
        fc.asyncProperty(hostile, (value) => send({ ...good, [name]: value })),
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
    // A group or procedure that differs from it is refused.
    as_read: undefined,
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
