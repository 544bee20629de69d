import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PersonaName, personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import type { Visitor } from '../../test/visitor.ts'

// Whom cached lists of staff are sent to (docs/decisions/0075).

const [USERS, REQUESTS, MINE, COUNTS] = [
  '/api/users/',
  '/api/requests/',
  '/api/requests/?mine=1',
  '/api/staff/counts/',
]

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const run = (statement: string, values: unknown[] = []) => portal.pool.query(statement, values)

test('a cached answer is never another person’s (security 3.24)', async () => {
  const { id } = await storeRequest(portal)
  await run('update requests set assignee_id = $2 where id = $1', [
    id,
    await userIdOf(portal.db, 'mario'),
  ])
  const people = new Map<PersonaName, Visitor>()
  for (const name of ['ivan', 'mario', 'carla', 'rosa'] as const)
    people.set(name, await portal.as(name))
  const statuses: Record<string, number[]> = {}
  for (const path of [USERS, REQUESTS, MINE, COUNTS]) {
    for (const [name, person] of people) {
      const { status, body } = await person.get(path)
      statuses[name] = [...(statuses[name] ?? []), status]
      // Nobody has asked for this address.
      const anew = await person.get(`${path}${path.includes('?') ? '&' : '?'}by=${name}`)
      expect([name, path, body]).toEqual([name, path, anew.body])
    }
    expect((await portal.visitor().get(path)).status).toBe(401)
  }
  expect(statuses).toEqual({
    ivan: [200, 200, 200, 200],
    mario: [403, 200, 200, 200],
    carla: [200, 403, 403, 200],
    rosa: [403, 403, 403, 200],
  })
  const idsOf = async (name: PersonaName) =>
    (await people.get(name)?.get(MINE))?.body.results.map((row: { id: number }) => row.id)
  expect(await idsOf('mario')).toContain(id)
  expect(await idsOf('ivan')).not.toContain(id)
})

test('it ends at once with the permission, the group and the session (security 3.24)', async () => {
  const carla = await portal.as('carla')
  const countedFor = async () => Object.keys((await carla.get(COUNTS)).body)
  const seesUsers = async () => (await carla.get(USERS)).status
  expect([await seesUsers(), await countedFor()]).toEqual([
    200,
    expect.arrayContaining(['users', 'setup']),
  ])
  await run(`delete from group_permissions where permission = 'users.manage_users'`)
  expect([await seesUsers(), await countedFor()]).toEqual([
    403,
    expect.not.arrayContaining(['users']),
  ])
  await run(
    `insert into group_permissions select id, 'users.manage_users' from groups
    where name = $1`,
    [personas.carla.group],
  )
  expect([await seesUsers(), await countedFor()]).toEqual([
    200,
    expect.arrayContaining(['users', 'setup']),
  ])
  const id = await userIdOf(portal.db, 'carla')
  await run('delete from user_groups where user_id = $1', [id])
  expect([await seesUsers(), await countedFor()]).toEqual([403, []])
  await run('delete from sessions where user_id = $1', [id])
  expect((await carla.get(COUNTS)).status).toBe(401)
})
