import { memberRequestSchema, staffRequestSchema } from '@carpeta/contract/requests'
import { mergedAnswer, requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import type { Portal } from '../../test/open-portal.ts'
import { openRequestsPortal } from '../../test/requests-portal.ts'
import { COPY, storeRequest, UPDATE } from '../../test/stored-requests.ts'
import { callDuring } from '../../test/users/concurrent-call.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { sql } from '../db/query.ts'
import { requestDueAt } from './deadlines.ts'

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
    ask: ['sent', 'in_review'],
    resolve: ['sent', 'in_review', 'missing'],
    reject: ['sent', 'in_review', 'missing'],
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
    expect([status, body]).toEqual([409, requestMessages.impossible.text])
    expect(await rowOf(id)).toEqual(before)
    expect(await eventsOf(id)).toEqual([])
  })
})

describe('answering begins the review by itself (§12.1200)', () => {
  test.each([
    ['resolve', 'resolved'],
    ['reject', 'rejected'],
    ['ask', 'missing'],
  ])('%s of a request that nobody reviewed makes it %s and Mario’s', async (name, state) => {
    const { id } = await storeRequest(portal, { title: COPY })
    const { status, body } = await action(mario, id, name, { version: 0, text: 'Va en camino' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ state, assignee: { name: 'Mario Fuentes Alarcón' } })
    expect((await action(rosa, id, 'cancel')).status).toBe(state === 'missing' ? 200 : 409)
  })

  test('so does the first review of a document; then Rosa can no longer cancel', async () => {
    const { id, documentIds } = await storeRequest(portal, { title: UPDATE })
    const review = { version: 0, accepted: true }
    const { body } = await action(mario, id, `documents/${documentIds[0]}/review`, review)
    expect(body).toMatchObject({ state: 'in_review', assignee: { name: 'Mario Fuentes Alarcón' } })
    expect((await action(rosa, id, 'cancel')).status).toBe(409)
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
      expect([late.status, late.body]).toEqual([409, requestMessages.changedMeanwhile.text])
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

// Staff that work on an unassigned request become its assignee.
const assignedToMario = { kind: 'assigned', actor: 'Mario', text: '' }

describe('staff', () => {
  test('start a review', async () => {
    const { id } = await storeRequest(portal, { dueAt: "now() + interval '1 day'" })
    const { status, body } = await action(mario, id, 'review', { version: 0 })
    expect(status).toBe(200)
    expect(staffRequestSchema.parse(body)).toEqual(body)
    expect(body).toMatchObject({ id, state: 'in_review', version: 1, is_overdue: false })
    expect(body.due_at).not.toBeNull()
    expect(body.member).toMatchObject({
      name: 'Rosa Muñoz Sepúlveda',
      social_security: '12345678-5',
    })
    expect(await eventsOf(id)).toEqual([
      assignedToMario,
      { kind: 'review', actor: 'Mario', text: '' },
    ])
    expect(body.assignee).toMatchObject({ name: 'Mario Fuentes Alarcón' })
  })

  test('ask for what is missing, which removes the deadline (§12.24)', async () => {
    const { id } = await storeRequest(portal, { state: 'in_review', dueAt: 'now()' })
    const blank = await action(mario, id, 'ask', { version: 0, text: ' \n' })
    expect([blank.status, blank.body]).toEqual([400, requestMessages.questionRequired.text])
    const { body } = await action(mario, id, 'ask', { version: 0, text: ' Falta la firma ' })
    expect(body).toMatchObject({ state: 'missing', due_at: null, is_overdue: false })
    expect(await eventsOf(id)).toEqual([
      assignedToMario,
      { kind: 'asked', actor: 'Mario', text: 'Falta la firma' },
    ])
  })

  test.each([
    ['resolve', 'in_review', 'resolved', requestMessages.answerRequired.text],
    ['reject', 'missing', 'rejected', requestMessages.reasonRequired.text],
  ])('%s a request, with a text', async (name, from, to, sentence) => {
    const { id } = await storeRequest(portal, { title: COPY, state: from, dueAt: 'now()' })
    const blank = await action(mario, id, name, { version: 0, text: '' })
    expect([blank.status, blank.body]).toEqual([400, sentence])
    const { status, body } = await action(mario, id, name, { version: 0, text: 'Aquí está' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: to, answer: 'Aquí está', due_at: null, can_reopen: true })
    expect(body.closed_at).not.toBeNull()
    expect(await eventsOf(id)).toEqual([
      assignedToMario,
      { kind: to, actor: 'Mario', text: 'Aquí está' },
    ])
    expect(body.assignee).toMatchObject({ name: 'Mario Fuentes Alarcón' })
  })

  test('reopen a request within 30 days, with a new deadline (§12.25)', async () => {
    const { id } = await storeRequest(portal, {
      state: 'resolved',
      closedAt: "now() - interval '29 days 23 hours'",
    })
    const before = new Date()
    const { status, body } = await action(mario, id, 'reopen', {
      version: 0,
      text: 'Faltó un anexo',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'in_review', closed_at: null, answer: '' })
    const { answer_hours: answerHours } = await rowOf(id)
    const procedure = { answerHours, answerDays: null, sentAt: null, extendedAt: null }
    const due = new Date(body.due_at).getTime()
    expect(due).toBeGreaterThanOrEqual((await requestDueAt(portal.db, before, procedure)).getTime())
    expect(due).toBeLessThanOrEqual(
      (await requestDueAt(portal.db, new Date(), procedure)).getTime(),
    )
  })

  test('cannot reopen a request a second after the 30 days', async () => {
    const { id } = await storeRequest(portal, {
      state: 'rejected',
      closedAt: "now() - interval '30 days 1 second'",
    })
    const { status, body } = await action(mario, id, 'reopen', { version: 0, text: '' })
    expect([status, body]).toEqual([409, requestMessages.tooLateToReopen.text])
    expect(await rowOf(id)).toMatchObject({ state: 'rejected', version: 0 })
  })

  test('cannot reopen the request of an anonymised member', async () => {
    const { id } = await storeRequest(portal, {
      by: 'bruno',
      state: 'resolved',
      closedAt: 'now()',
    })
    expect((await mario.get(`/api/requests/${id}/`)).body.can_reopen).toBe(true)
    await portal.pool.query(
      `update users set erased_at = now(), deleted_at = now(), is_active = false, rut = null,
         first_name = 'Cuenta anonimizada', last_name = '', email = '', password_hash = null
       where id = (select user_id from requests where id = $1)`,
      [id],
    )
    expect((await mario.get(`/api/requests/${id}/`)).body.can_reopen).toBe(false)
    const { status, body } = await action(mario, id, 'reopen', { version: 0, text: 'Faltó algo' })
    expect([status, body]).toEqual([409, requestMessages.memberErased.text])
  })

  test('nor one that waits while the member is anonymised (security 15.750)', async () => {
    const { id } = await storeRequest(portal, {
      by: 'pia',
      state: 'resolved',
      closedAt: 'now()',
    })
    const erasure = sql`with locked as (select user_id from requests where id = ${id} for update)
      update users set erased_at = now(), deleted_at = now(), is_active = false, rut = null,
        first_name = 'Cuenta anonimizada', last_name = '', email = '', password_hash = null
      where id in (select user_id from locked)`
    const reopen = () => action(mario, id, 'reopen', { version: 0, text: 'Faltó algo' })
    const { status, body } = await callDuring(portal.db, erasure, reopen)
    expect([status, body]).toEqual([409, requestMessages.memberErased.text])
  })

  test('see the portal’s operator as actor, and Rosa sees the cooperative', async () => {
    const { id } = await storeRequest(portal, { state: 'cancelled' })
    await portal.pool.query(
      "insert into request_events (request_id, kind) values ($1, 'cancelled')",
      [id],
    )
    const { body } = await mario.get(`/api/requests/${id}/`)
    expect(body.events).toMatchObject([{ kind: 'cancelled', actor: 'Operación del portal' }])
    const { body: hers } = await rosa.get(`/api/requests/${id}/`)
    expect(hers.events).toMatchObject([{ actor: 'Cooperativa Vista al Biobío' }])
  })

  test('are recorded in the audit log', async () => {
    const [{ id }, marioId] = [await storeRequest(portal), await idOfPerson('Mario')]
    await action(mario, id, 'review', { version: 0 })
    const { rows } = await portal.pool.query(
      `select action, before, after, actors.first_name as actor, subjects.first_name as subject
       from audit_entries join users actors on actors.id = actor_id
         join users subjects on subjects.id = subject_id
       where object_type = 'request' and object_id = $1`,
      [String(id)],
    )
    expect(rows).toEqual([
      {
        action: 'request.changed',
        before: { state: 'sent', version: 0, assignee_id: null },
        after: { state: 'in_review', version: 1, assignee_id: marioId, event: 'review' },
        actor: 'Mario',
        subject: 'Rosa',
      },
    ])
  })
})

test('notes are hidden from Rosa and conflict with no other action (security 5.25)', async () => {
  const { id } = await storeRequest(portal, { state: 'in_review' })
  expect((await action(mario, id, 'note', { text: ' ' })).body).toBe(
    requestMessages.noteRequired.text,
  )
  const noted = await action(mario, id, 'note', { text: 'Llamar al notario' })
  expect(noted.body).toMatchObject({ version: 0, state: 'in_review' })
  expect(noted.body.events).toMatchObject([
    { kind: 'note', actor: 'Mario Fuentes Alarcón', text: 'Llamar al notario' },
  ])
  // Its answer was lost, so Mario saves it again.
  const again = await action(mario, id, 'note', { text: 'Llamar al notario' })
  expect(again.body.events).toEqual(noted.body.events)
  await action(mario, id, 'assign', { version: 0, user_id: await idOfPerson('Mario') })
  const asked = await action(mario, id, 'ask', { version: 1, text: 'Falta la firma' })
  expect(asked.status).toBe(200)
  const replied = await action(rosa, id, 'reply', { comment: 'Va firmada' })
  expect(memberRequestSchema.strict().parse(replied.body)).toEqual(replied.body)
  expect(replied.body.events).toMatchObject([
    { kind: 'asked', actor: 'Cooperativa Vista al Biobío', text: 'Falta la firma' },
    { kind: 'replied', actor: 'Rosa Muñoz Sepúlveda', text: 'Va firmada' },
  ])
})

describe('merging two of Rosa’s requests', () => {
  const EARLY = "timestamptz '2026-11-24 20:00Z'"
  const LATE = "timestamptz '2026-11-27 20:00Z'"

  let older: number
  let newer: number
  let documents: number[]
  beforeEach(async () => {
    await requests.reset()
    const sentAt = "now() - interval '1 day'"
    const stored = await storeRequest(portal, {
      title: UPDATE,
      state: 'sent',
      sentAt,
      dueAt: EARLY,
    })
    ;({ id: older, documentIds: documents } = stored)
    newer = (await storeRequest(portal, { title: COPY, state: 'in_review', dueAt: LATE })).id
  })

  const merge = (person: Visitor, id: number, into: number, version = 0) =>
    action(person, id, 'merge', { version, into })

  const emailsTo = async (address: string) =>
    (await portal.sentEmails()).filter(({ to }) => to === address).map(({ subject }) => subject)

  describe('merged, a request', () => {
    test('is closed with the other’s number, which goes on by the older one’s deadline, and lists say so (§12.428, §12.2013)', async () => {
      const { status, body } = await merge(mario, older, newer)
      expect([status, body.state, body.merged_into, body.answer]).toEqual([
        200,
        'cancelled',
        newer,
        mergedAnswer(newer),
      ])
      const into = await rowOf(newer)
      expect([into.state, into.due_at]).toEqual(['in_review', new Date('2026-11-24T20:00Z')])
      expect((await eventsOf(older)).at(-1)).toMatchObject({ kind: 'merged', actor: 'Mario' })
      const listed = await mario.get(`/api/requests/${newer}/member/`)
      expect(listed.body.requests[0]).toMatchObject({ id: older, merged_into: newer })
      const sales = await rosa.get('/api/sales-data/')
      expect(sales.body[0].requerimientos).toContainEqual(
        expect.objectContaining({ key: older, estado: 'Anulado', unida_a: newer }),
      )
      expect((await eventsOf(newer)).at(-1)).toMatchObject({ kind: 'absorbed', actor: 'Mario' })
    })

    test('stays readable from the other one, with its documents, for Rosa and for staff (§12.429)', async () => {
      await portal.pool.query(`update requests set comment = 'Me cambié' where id = $1`, [older])
      await merge(mario, older, newer)
      for (const person of [rosa, mario]) {
        const { body } = await person.get(`/api/requests/${newer}/`)
        expect(body.merged).toEqual([
          expect.objectContaining({ id: older, procedure_title: UPDATE, comment: 'Me cambié' }),
        ])
        expect(body.merged[0].documents.map(({ id }: { id: number }) => id)).toEqual(documents)
        const merged = await person.get(`/api/requests/${older}/`)
        expect(merged.body.merged_into).toBe(newer)
      }
      const { body } = await rosa.get(`/api/requests/${newer}/`)
      expect(body.events.at(-1)).toMatchObject({ kind: 'absorbed', text: `Nº ${older}: ${UPDATE}` })
    })

    test('stays readable when the other one is merged too (§12.429)', async () => {
      await merge(mario, older, newer)
      const { id: last } = await storeRequest(portal, { title: COPY, dueAt: LATE })
      await merge(mario, newer, last, 1)
      for (const person of [rosa, mario]) {
        const { body } = await person.get(`/api/requests/${last}/`)
        expect(body.merged.map(({ id }: { id: number }) => id)).toEqual([older, newer])
        expect(body.merged[0].documents.map(({ id }: { id: number }) => id)).toEqual(documents)
      }
    })

    test('is announced to Rosa once (§12.429)', async () => {
      await merge(mario, older, newer)
      expect((await emailsTo(personas.rosa.email)).slice(-1)).toEqual([
        `Unimos tu solicitud con otra ${older}: ${UPDATE}`,
      ])
      expect(
        (await emailsTo(personas.rosa.email)).filter((it) => it.includes(`${newer}:`)),
      ).toEqual([])
    })

    test('takes nothing from her: she still cancels or answers the other one (§12.429)', async () => {
      await merge(mario, newer, older)
      expect((await action(rosa, newer, 'respond', { text: 'Falta' })).status).toBe(409)
      expect((await action(rosa, older, 'cancel')).status).toBe(200)
    })

    test('is in the audit log, and the other one too (security 13.28)', async () => {
      await merge(mario, older, newer)
      const { rows } = await portal.pool.query(
        `select object_id, after ->> 'event' as event from audit_entries
       where action = 'request.changed' and object_id = any($1) and after ->> 'event' is not null
       order by id desc limit 2`,
        [[String(older), String(newer)]],
      )
      expect(rows).toContainEqual({ object_id: String(older), event: 'merged' })
      expect(rows).toContainEqual({ object_id: String(newer), event: 'absorbed' })
    })
  })

  describe('is refused:', () => {
    test.each<[string, () => Promise<number> | number, string]>([
      ['into itself', () => older, requestMessages.mergeSelf.text],
      [
        'into another member’s',
        async () => (await storeRequest(portal, { by: 'hernan' })).id,
        requestMessages.mergeOtherMember.text,
      ],
      [
        'into a closed one',
        async () => (await storeRequest(portal, { state: 'resolved' })).id,
        requestMessages.mergeClosed.text,
      ],
    ])('%s', async (_name, into, sentence) => {
      const answer = await merge(mario, older, await into())
      expect([answer.status, answer.body]).toEqual([409, sentence])
      expect(await rowOf(older)).toMatchObject({ state: 'sent', merged_into: null })
    })

    test('what somebody changed meanwhile, a draft, and what does not exist', async () => {
      const late = await merge(mario, older, newer, 7)
      expect([late.status, late.body]).toEqual([409, requestMessages.changedMeanwhile.text])
      const draft = await storeRequest(portal, { title: COPY, state: 'draft' })
      expect((await merge(mario, older, draft.id)).status).toBe(404)
      expect((await merge(mario, 999_999, newer)).status).toBe(404)
      expect((await merge(mario, older, 999_999)).status).toBe(404)
    })

    test('to an anonymous visitor, to Rosa and to Carla (security 13.28)', async () => {
      expect((await merge(portal.visitor(), older, newer)).status).toBeOneOf([401, 403])
      expect((await merge(rosa, older, newer)).status).toBe(403)
      expect((await merge(requests.carla, older, newer)).status).toBe(403)
    })
  })

  test('two merges the opposite way at once: one of the two stays open (security 13.28)', async () => {
    const answers = await Promise.all([
      merge(mario, older, newer),
      merge(requests.ivan, newer, older),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const states = [(await rowOf(older)).state, (await rowOf(newer)).state]
    expect(states.filter((state) => state === 'cancelled')).toHaveLength(1)
  })
})
