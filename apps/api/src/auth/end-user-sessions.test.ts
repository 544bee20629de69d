import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import type { Visitor } from '../../test/visitor.ts'
import { many, sql } from '../db/query.ts'

let portal: Portal
let carla: Visitor
beforeAll(async () => {
  portal = await openPortal()
  carla = await portal.as('carla')
})
afterAll(() => portal.close())

function end(person: Visitor, id: number) {
  return statusAndBody(person.post(`/api/users/${id}/sessions/end/`))
}

test('staff end Rosa’s sessions; her password stays, and she is told (§12.85)', async () => {
  const sessions = [await portal.as('rosa'), await portal.as('rosa')]
  const id = await userIdOf(portal.db, 'rosa')
  expect(await end(carla, id)).toEqual({ status: 200, body: { ended: 2 } })
  for (const session of sessions) expect((await session.get('/api/auth/user/')).status).toBe(401)
  expect((await portal.sentEmails()).at(-1)).toMatchObject({
    to: 'rosa.munoz@correo.example',
    subject: 'Se cerraron tus sesiones',
  })
  expect((await portal.visitor().logIn('12345678-5', SAMPLE_PASSWORD)).status).toBe(200)
})

test('of a user without sessions nothing is recorded, and she is told nothing (security 13.31)', async () => {
  const id = await userIdOf(portal.db, 'pia')
  const told = (await portal.sentEmails()).length
  expect(await end(carla, id)).toEqual({ status: 200, body: { ended: 0 } })
  const recorded = await many(
    portal.db,
    sql`select from audit_entries where action = 'session.ended_by_staff' and subject_id = ${id}`,
  )
  expect(recorded).toEqual([])
  expect(await portal.sentEmails()).toHaveLength(told)
})

test('they do not end their own, nor those of an account with more permissions (security 16.18)', async () => {
  expect(await end(carla, await userIdOf(portal.db, 'carla'))).toEqual({
    status: 403,
    body: 'Cierra tus propias sesiones en tu perfil',
  })
  const mario = await portal.as('mario')
  expect((await end(carla, await userIdOf(portal.db, 'mario'))).status).toBe(403)
  expect((await end(carla, await userIdOf(portal.db, 'ivan'))).status).toBe(403)
  expect((await mario.get('/api/auth/user/')).status).toBe(200)
})

test('members and anonymous visitors do not (security 16.18)', async () => {
  const id = await userIdOf(portal.db, 'rosa')
  expect((await end(await portal.as('hernan'), id)).status).toBe(403)
  const anonymous = portal.visitor()
  await anonymous.fetchToken()
  expect((await end(anonymous, id)).status).toBe(401)
  expect((await end(carla, 999_999)).status).toBe(404)
})
