import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Portal } from '../../../test/open-portal.ts'
import { openRequestsPortal } from '../../../test/requests-portal.ts'
import { storeRequest } from '../../../test/stored-requests.ts'
import { json, type Visitor } from '../../../test/visitor.ts'

const requests = openRequestsPortal()
const { action, eventsOf, idOfPerson, rowOf } = requests

let portal: Portal
let rosa: Visitor
let hernan: Visitor
let mario: Visitor
let carla: Visitor
let ivan: Visitor
beforeAll(() => {
  ;({ portal, rosa, hernan, mario, carla, ivan } = requests)
})

describe('an action that the state does not allow is refused and writes nothing', () => {
  const states = ['sent', 'in_review', 'missing', 'resolved', 'rejected', 'cancelled']
  const possible: Record<string, string[]> = {
    review: ['sent'],
    assign: ['sent', 'in_review', 'missing'],
    ask: ['in_review'],
    resolve: ['in_review', 'missing'],
    reject: ['in_review', 'missing'],
    reopen: ['resolved', 'rejected'],
    cancel: ['sent', 'missing'],
    reply: ['missing'],
  }
  test.each(
    Object.entries(possible).flatMap(([name, from]) =>
      states.filter((state) => !from.includes(state)).map((state) => [name, state] as const),
    ),
  )('%s when it is %s', async (name, state) => {
    const { id } = await storeRequest(portal, { state, closedAt: 'now()' })
    const person = name === 'cancel' || name === 'reply' ? rosa : mario
    const before = await rowOf(id)
    const sent = { version: 0, text: 'Algo', comment: 'Algo', user_id: null }
    const { status, body } = await action(person, id, name, sent)
    expect([status, body]).toEqual([409, requestMessages.impossible])
    expect(await rowOf(id)).toEqual(before)
    expect(await eventsOf(id)).toEqual([])
  })
})

describe('two users on one request (§12.21, security 5.23)', () => {
  test.each([
    ['review', 'sent'],
    ['assign', 'sent'],
    ['ask', 'in_review'],
    ['resolve', 'in_review'],
    ['reject', 'missing'],
    ['reopen', 'resolved'],
  ])('%s after another user’s change is refused and overwrites nothing', async (name, state) => {
    const { id } = await storeRequest(portal, { state, closedAt: 'now()' })
    await portal.pool.query('update requests set version = 3 where id = $1', [id])
    const before = await rowOf(id)
    for (const version of [2, 4]) {
      const late = await action(ivan, id, name, { version, text: 'Otra cosa', user_id: null })
      expect([late.status, late.body]).toEqual([409, requestMessages.changedMeanwhile])
    }
    expect(await rowOf(id)).toEqual(before)
    expect(await eventsOf(id)).toEqual([])
  })

  test('of twenty concurrent answers exactly one succeeds', async () => {
    const { id } = await storeRequest(portal, { state: 'in_review' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        action(index % 2 ? mario : ivan, id, index % 3 ? 'resolve' : 'reject', {
          version: 0,
          text: `Respuesta ${index}`,
        }),
      ),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const events = (await eventsOf(id)).filter(({ kind }) => kind !== 'assigned')
    expect(events).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ version: 1, answer: events[0]?.text })
  })

  test('of Rosa’s cancellation and Mario’s concurrent review exactly one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await storeRequest(portal)
      const both = await Promise.all([
        action(rosa, id, 'cancel'),
        action(mario, id, 'review', { version: 0 }),
      ])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const events = await eventsOf(id)
      expect(events.filter(({ kind }) => kind !== 'assigned')).toHaveLength(1)
    }
  })
})

describe('permissions', () => {
  const staffActions = [
    'review',
    'assign',
    'ask',
    'resolve',
    'reject',
    'reopen',
    'note',
    'documents/1/review',
  ]
  const body = { version: 0, text: 'Algo', user_id: null, accepted: true, comment: 'Algo' }

  test.each(staffActions)('%s: only staff who answer (security 5.22)', async (name) => {
    const { id } = await storeRequest(portal, { state: 'in_review' })
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await action(anonymous, id, name, body)).status).toBe(401)
    expect((await action(carla, id, name, body)).status).toBe(403)
    expect((await action(rosa, id, name, body)).status).toBe(403)
    expect((await rowOf(id)).version).toBe(0)
    expect((await action(mario, 999_999, name, body)).status).toBe(404)
    expect((await action(mario, id, name, {})).status).toBe(400)
  })

  test.each(['cancel', 'reply'])(
    '%s: only its member (§10.37, §11.5, security 1.9)',
    async (name) => {
      const { id } = await storeRequest(portal, { state: name === 'cancel' ? 'sent' : 'missing' })
      const anonymous = portal.visitor()
      await anonymous.fetchToken()
      expect((await action(anonymous, id, name, body)).status).toBe(401)
      expect((await action(mario, id, name, body)).status).toBe(403)
      const foreign = await action(hernan, id, name, body)
      const missing = await action(hernan, 999_999, name, body)
      expect([foreign.status, foreign.body]).toEqual([404, missing.body])
      expect(await rowOf(id)).toMatchObject({ version: 0 })
    },
  )

  test('staff cannot act on a draft', async () => {
    const { id } = await storeRequest(portal, { state: 'draft' })
    for (const name of staffActions) expect((await action(mario, id, name, body)).status).toBe(404)
  })

  test.each(['0', '-1', '1.5', 'abc', '2147483648', '%00'])(
    'the id %s is not found',
    async (id) => {
      const { status } = await mario.post(`/api/requests/${id}/note/`, json(body))
      expect(status).toBe(404)
    },
  )

  test('a user who loses the permission is refused at the next action (security 5.22)', async () => {
    const { id } = await storeRequest(portal)
    await portal.pool.query(`delete from user_groups where user_id = $1`, [
      await idOfPerson('Mario'),
    ])
    expect((await action(mario, id, 'review', { version: 0 })).status).toBe(403)
    await portal.pool.query(
      `insert into user_groups select $1, id from groups where name = 'Atención de socios'`,
      [await idOfPerson('Mario')],
    )
    expect((await action(mario, id, 'review', { version: 0 })).status).toBe(200)
  })
})
