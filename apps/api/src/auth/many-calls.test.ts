import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { ViewAsCalls } from '../../test/users/view-as-calls.ts'
import type { Answer, Visitor } from '../../test/visitor.ts'

const CALLS = 30

let portal: Portal
beforeEach(async () => {
  portal = await openPortal()
  onTestFinished(() => portal.close())
})

const ownerOf = ({ status, body }: Answer) =>
  status === 200 ? { username: body.username, viewer: body.viewed_by?.name } : status

test('each of many calls at once is of its own person, also in a view and without a session (security 3.25)', async () => {
  const [rosa, bruno, mario, carla, gone] = await Promise.all(
    (['rosa', 'bruno', 'mario', 'carla', 'hernan'] as const).map((name) => portal.as(name)),
  )
  await new ViewAsCalls(portal).viewAs(carla as Visitor, 'rosa')
  const hernan = await userIdOf(portal.db, 'hernan')
  await portal.pool.query('delete from sessions where user_id = $1', [hernan])
  const people = [
    { visitor: rosa, owner: { username: personas.rosa.rut, viewer: undefined } },
    { visitor: bruno, owner: { username: personas.bruno.rut, viewer: undefined } },
    { visitor: mario, owner: { username: personas.mario.rut, viewer: undefined } },
    { visitor: carla, owner: { username: personas.rosa.rut, viewer: 'Carla Neira Bustos' } },
    { visitor: gone, owner: 401 },
    { visitor: portal.visitor(), owner: 401 },
  ]
  const calls = Array.from({ length: CALLS }, () => people).flat()
  const owners = await Promise.all(
    calls.map(async ({ visitor }) => ownerOf((await visitor?.get('/api/auth/user/')) as Answer)),
  )
  expect(owners).toEqual(calls.map(({ owner }) => owner))
})

test('a call after a logout is refused, whatever calls are on their way (security 3.25)', async () => {
  const [bruno, ...leaving] = await Promise.all(
    (['bruno', 'rosa', 'pia', 'elena'] as const).map((name) => portal.as(name)),
  )
  let isOver = false
  const others = Array.from({ length: 4 }, async () => {
    while (!isOver) expect((await bruno?.get('/api/auth/user/'))?.status).toBe(200)
  })
  const last = await Promise.all(
    leaving.map(async (visitor) => {
      const cookies = new Map(visitor.cookies)
      expect((await visitor.post('/api/auth/logout/')).status).toBe(200)
      for (const cookie of cookies) visitor.cookies.set(...cookie)
      return (await visitor.get('/api/auth/user/')).status
    }),
  )
  isOver = true
  await Promise.all(others)
  expect(last).toEqual([401, 401, 401])
})
