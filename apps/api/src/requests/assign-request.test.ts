import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, expect, test } from 'vitest'
import type { Portal } from '../../test/open-portal.ts'
import { openRequestsPortal } from '../../test/requests-portal.ts'
import { COPY, storeRequest } from '../../test/stored-requests.ts'
import type { Visitor } from '../../test/visitor.ts'
import { convertRowsOf110 } from '../db/migrate.ts'

const requests = openRequestsPortal()
const { action, eventsOf, idOfPerson, rowOf } = requests

let portal: Portal
let mario: Visitor
beforeAll(() => {
  ;({ portal, mario } = requests)
})

test('an action on a colleague’s request keeps its assignee', async () => {
  const { id } = await storeRequest(portal, { title: COPY })
  const ivanId = await idOfPerson('Iván')
  await action(mario, id, 'assign', { version: 0, user_id: ivanId })
  await action(mario, id, 'review', { version: 1 })
  const { body } = await action(mario, id, 'resolve', { version: 2, text: 'Aquí está' })
  expect(body).toMatchObject({ state: 'resolved', version: 3, assignee: { id: ivanId } })
  const kinds = (await eventsOf(id)).map(({ kind }) => kind)
  expect(kinds).toEqual(['assigned', 'review', 'resolved'])
})

test('staff assign a request to a colleague, to themselves and to no user', async () => {
  const { id } = await storeRequest(portal)
  const [marioId, ivanId] = [await idOfPerson('Mario'), await idOfPerson('Iván')]
  const assigned = await action(mario, id, 'assign', { version: 0, user_id: ivanId })
  expect(assigned.body.assignee).toEqual({ id: ivanId, name: 'Iván Rojas Mella' })
  const taken = await action(mario, id, 'assign', { version: 1, user_id: marioId })
  expect(taken.body.assignee).toEqual({ id: marioId, name: 'Mario Fuentes Alarcón' })
  const left = await action(mario, id, 'assign', { version: 2, user_id: null })
  expect(left.body.assignee).toBeNull()
  expect(await readAssigned(id)).toEqual(['Iván Rojas Mella', 'Mario Fuentes Alarcón', ''])
  expect((await eventsOf(id)).map(({ text }) => text)).toEqual(['', '', ''])
})

/** To whom the history says that it was assigned. */
async function readAssigned(id: number): Promise<string[]> {
  const { body } = await mario.get(`/api/requests/${id}/`)
  const events: { kind: string; text: string }[] = body.events
  return events.filter(({ kind }) => kind === 'assigned').map(({ text }) => text)
}

test('an upgrade replaces the names in events by ids: of the audit log, else of the only colleague (security 15.25)', async () => {
  const { id } = await storeRequest(portal)
  const ivanId = await idOfPerson('Iván')
  await action(mario, id, 'assign', { version: 0, user_id: ivanId })
  const insert = (text: string) =>
    portal.pool.query(
      `insert into request_events (request_id, kind, actor_id, text, at)
       values ($1, 'assigned', $2, $3, now() - interval '1 day')`,
      [id, ivanId, text],
    )
  await portal.pool.query(
    `update request_events set assignee_id = null, text = 'Como se llamaba Iván'
     where request_id = $1`,
    [id],
  )
  for (const text of ['Mario Fuentes Alarcón', 'Alguien Que Se Fue', '']) await insert(text)
  await convertRowsOf110(portal.pool)
  expect(await readAssigned(id)).toEqual([
    'Iván Rojas Mella',
    'Mario Fuentes Alarcón',
    'Un funcionario',
    '',
  ])
  const { rows } = await portal.pool.query(
    `select distinct text from request_events where kind = 'assigned' order by text`,
  )
  expect(rows).toEqual([{ text: '' }, { text: 'Un funcionario' }])
})

test.each([
  ['Carla', 'cannot answer'],
  ['Rosa', 'is a member'],
])('a request cannot be assigned to %s, who %s', async (name) => {
  const { id } = await storeRequest(portal)
  const refused = await action(mario, id, 'assign', { version: 0, user_id: await idOfPerson(name) })
  expect([refused.status, refused.body]).toEqual([400, requestMessages.cannotAnswer.text])
  expect(await rowOf(id)).toMatchObject({ assignee_id: null, version: 0 })
  expect(await eventsOf(id)).toEqual([])
})

test('a request cannot be assigned to a deleted, deactivated or never activated user', async () => {
  const { id } = await storeRequest(portal)
  const { rows } = await portal.pool.query(`
    insert into users (first_name, email, password_hash, is_active, deleted_at)
    values ('Ida', 'ida@x.cl', 'x', true, now()), ('Dada', 'dada@x.cl', 'x', false, null),
      ('Nueva', 'nueva@x.cl', null, true, null) returning id`)
  await portal.pool.query(`
    insert into user_groups select users.id, groups.id from users, groups
    where users.first_name in ('Ida', 'Dada', 'Nueva') and groups.name = 'Atención de socios'`)
  for (const { id: user_id } of [...rows, { id: 999_999 }]) {
    expect((await action(mario, id, 'assign', { version: 0, user_id })).status).toBe(400)
  }
  const assignees = await mario.get('/api/requests/assignees/')
  expect(assignees.body.results.map(({ name }: { name: string }) => name)).toEqual([
    'Iván Rojas Mella',
    'Mario Fuentes Alarcón',
  ])
})
