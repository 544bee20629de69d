import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { type Answer, json, type Visitor } from '../../test/visitor.ts'

// Whatever staff are answered with data of Rosa, the trail tells of: a look, or the act itself. Every
// call that the API describes is tried by Iván, who may everything.

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

let portal: Portal
let ivan: Visitor
let rosa: number
beforeAll(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
  rosa = (await one('select id from users where rut = $1', [personas.rosa.rut])).id
  return () => portal.close()
})

async function one(statement: string, values: unknown[] = []) {
  const { rows } = await portal.pool.query(statement, values)
  return rows[0]
}

const lastEntry = async () =>
  Number((await one('select coalesce(max(id), 0) as id from audit_entries')).id)

/** Restoring comes after deleting. */
async function callsInOrder(): Promise<{ method: Method; path: string }[]> {
  const { body } = await portal.visitor().get('/api/openapi.json')
  const calls = Object.entries<object>(body.paths)
    // Its examples are spelled with her rut.
    .filter(([path]) => path !== '/api/openapi.json')
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase() as Method, path })),
    )
  const order: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PATCH']
  return order.flatMap((method) => calls.filter((call) => call.method === method))
}

/** With Rosa in every place in which an address or a body names somebody. */
async function call(method: Method, path: string): Promise<Answer> {
  const state = path.endsWith('/{id}/review/') ? 'sent' : 'in_review'
  const { id: request, documentIds } = await storeRequest(portal, { state })
  const [document = 0] = documentIds
  const ids: [RegExp, number][] = [
    [/^\/api\/requests\//, request],
    [/^\/api\/documents\//, document],
    [/./, rosa],
  ]
  const id = ids.find(([pattern]) => pattern.test(path))?.[1] ?? 0
  const url = path
    .replace('{id}', String(id))
    .replace('{document_id}', String(document))
    .replace('{code}', 'V-1001')
    .replace(/\{\w+\}/, '1')
  // Requests are given to staff, or to nobody.
  const user_id = path.startsWith('/api/requests/') ? null : rosa
  const body = { user_id, ids: [rosa], reason: 'Prueba', text: 'Prueba', version: 0 }
  return method === 'GET' ? ivan.get(url) : ivan.call(method, url, json(body))
}

const words = [personas.rosa.email, personas.rosa.rut, 'Muñoz Sepúlveda']

test('no call answers staff with data of Rosa and leaves no entry', async () => {
  const told: string[] = []
  for (const { method, path } of await callsInOrder()) {
    const last = await lastEntry()
    const { status, bytes } = await call(method, path)
    const left = (await lastEntry()) - last
    if (status < 300 && words.some((word) => bytes.includes(word))) {
      told.push(`${method} ${path}`)
      expect([method, path, left]).not.toEqual([method, path, 0])
    }
    await backToIvan()
  }
  // Not an empty proof: the calls that are known to tell of her are among them.
  expect([...new Set(told)].toSorted()).toEqual([
    'GET /api/audit/',
    'GET /api/audit/export.csv',
    'GET /api/requests/',
    'GET /api/requests/{id}/',
    'GET /api/users/',
    'GET /api/users/{id}/',
    'PATCH /api/users/{id}/',
    'PATCH /api/users/{id}/restore/',
    'POST /api/requests/{id}/ask/',
    'POST /api/requests/{id}/assign/',
    'POST /api/requests/{id}/note/',
    'POST /api/requests/{id}/reject/',
    'POST /api/requests/{id}/resolve/',
    'POST /api/requests/{id}/review/',
    'POST /api/users/{id}/revoke/',
    'POST /api/view-as/',
  ])
})

/** A call may have ended his session, or turned it. */
async function backToIvan(): Promise<void> {
  const { body } = await ivan.get('/api/auth/user/')
  if (body.username !== personas.ivan.rut || body.viewed_by) ivan = await portal.as('ivan')
}

test.each([
  ['saving Rosa as she is', 'rosa', 'PATCH', ''],
  ['revoking the invitation of an active account', 'rosa', 'POST', 'revoke/'],
  ['inviting Tomás, whose letter waits in the queue', 'tomas', 'POST', 'invite/'],
] as const)('%s changes nothing, and is a look', async (_, name, method, action) => {
  const its = await openPortal()
  onTestFinished(() => its.close())
  const { rut, firstName } = personas[name]
  const { rows } = await its.pool.query('select id from users where rut = $1', [rut])
  const body = json({ first_name: firstName })
  const carla = await its.as('carla')
  expect((await carla.call(method, `/api/users/${rows[0].id}/${action}`, body)).status).toBe(200)
  const entries = await its.pool.query(
    `select action from audit_entries where subject_id = $1 and actor_id <> $1`,
    [rows[0].id],
  )
  expect(entries.rows).toEqual([{ action: 'member.read' }])
})
