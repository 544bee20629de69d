import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStoredData } from '../../../test/dump-database.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { callWithSlowBody } from '../../../test/slow-call.ts'
import { json, type Visitor } from '../../../test/visitor.ts'

let portal: Portal
let carla: Visitor
let ivan: Visitor
let rosa: Visitor
beforeAll(async () => {
  portal = await openPortal()
  carla = await portal.as('carla')
  ivan = await portal.as('ivan')
  rosa = await portal.as('rosa')
  await portal.pool.query('create table kept_sessions as select * from sessions')
})
afterAll(() => portal.close())

const newUser = {
  first_name: 'Ana',
  last_name: 'Silva',
  email: 'ana@example.cl',
  password: 'Rio#4821x',
  profile: { social_security: '10.000.021-0' },
}

async function countUsers(): Promise<number> {
  return (await portal.pool.query('select from users')).rowCount ?? 0
}

test('Iván, deleted while the body of his call arrives, creates no user (security 5.35)', async () => {
  const before = await countUsers()
  const answer = await callWithSlowBody(portal, ivan, ['POST', '/api/users/', json(newUser)], () =>
    portal.pool.query(`update users set deleted_at = now() where first_name = 'Iván'`),
  )
  await portal.pool.query(`update users set deleted_at = null where first_name = 'Iván'`)
  expect([answer.status, await countUsers()]).toEqual([401, before])
})

test('Carla, who loses the permission while the body of her call arrives, creates no user', async () => {
  const before = await countUsers()
  await portal.pool.query('create table kept_groups as select * from user_groups')
  const answer = await callWithSlowBody(portal, carla, ['POST', '/api/users/', json(newUser)], () =>
    portal.pool.query('delete from user_groups'),
  )
  await portal.pool.query('insert into user_groups select * from kept_groups')
  expect([answer.status, await countUsers()]).toEqual([403, before])
})

test('no call of a session that ends while the body arrives succeeds or changes anything (security 5.35)', async () => {
  const { body } = await portal.visitor().get('/api/openapi.json')
  const before = await readStoredData(portal.pool)
  const judged: string[] = []
  const succeeded: string[] = []
  for (const [path, methods] of Object.entries<object>(body.paths)) {
    // Programs have a token of their own and no session.
    if (path.startsWith('/api/imports/')) continue
    const url = path.replace('{code}', 'V-1001').replace(/\{\w+\}/g, '1')
    for (const name of Object.keys(methods)) {
      const method = name.toUpperCase() as 'POST'
      if (name === 'get' || !(await needsSession(method, url))) continue
      const byStaff = await callAndEndSession(ivan, method, url)
      const status = byStaff === 403 ? await callAndEndSession(rosa, method, url) : byStaff
      judged.push(`${name} ${url} ${status}`)
      if (status < 400 || status >= 500) succeeded.push(`${name} ${url} ${status}`)
    }
  }
  expect(judged.length).toBeGreaterThan(30)
  // The end of a view that has ended with its session.
  expect(succeeded).toEqual(['post /api/view-as/end/ 200'])
  expect(await readStoredData(portal.pool)).toEqual(before)
}, 120_000)

async function callAndEndSession(person: Visitor, method: 'POST', url: string): Promise<number> {
  const { status } = await callWithSlowBody(portal, person, [method, url, json({})], () =>
    portal.pool.query('delete from sessions'),
  )
  await portal.pool.query(
    'insert into sessions overriding system value select * from kept_sessions on conflict do nothing',
  )
  return status
}

async function needsSession(method: 'POST', url: string): Promise<boolean> {
  const visitor = portal.visitor()
  await visitor.fetchToken()
  return (await visitor.call(method, url, json({}))).status === 401
}
