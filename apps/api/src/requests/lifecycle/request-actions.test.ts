import { memberRequestSchema, staffRequestSchema } from '@carpeta/contract/requests/request-schemas'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { COPY, insertStoredDocument, storeRequest } from '../../../test/stored-requests.ts'
import { type Answer, json, type Visitor } from '../../../test/visitor.ts'
import { dueAtByHours } from './due-at.ts'

let portal: Portal
let rosa: Visitor
let hernan: Visitor
let mario: Visitor
let carla: Visitor
let ivan: Visitor
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.as('rosa')
  hernan = await portal.as('hernan')
  mario = await portal.as('mario')
  carla = await portal.as('carla')
  ivan = await portal.as('ivan')
})
afterAll(() => portal.close())

function action(person: Visitor, id: number, name: string, body: object = {}): Promise<Answer> {
  return person.post(`/api/requests/${id}/${name}/`, json(body))
}

async function rowOf(id: number) {
  const { rows } = await portal.pool.query('select * from requests where id = $1', [id])
  return rows[0]
}

async function eventsOf(id: number) {
  const { rows } = await portal.pool.query(
    `select kind, users.first_name as who, text from request_events
     join users on users.id = actor_id where request_id = $1 order by request_events.id`,
    [id],
  )
  return rows
}

async function idOfPerson(name: string): Promise<number> {
  const { rows } = await portal.pool.query('select id from users where first_name = $1', [name])
  return rows[0].id
}

/** What is on nobody's desk comes onto his who works on it. */
const takenByMario = { kind: 'assigned', who: 'Mario', text: 'Mario Fuentes Alarcón' }

describe('staff', () => {
  test('begin to review', async () => {
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
    expect(await eventsOf(id)).toEqual([takenByMario, { kind: 'review', who: 'Mario', text: '' }])
    expect(body.assignee).toMatchObject({ name: 'Mario Fuentes Alarcón' })
  })

  test('who works on what a colleague has leaves it on his desk', async () => {
    const { id } = await storeRequest(portal)
    const ivanId = await idOfPerson('Iván')
    await action(mario, id, 'assign', { version: 0, user_id: ivanId })
    await action(mario, id, 'review', { version: 1 })
    const { body } = await action(mario, id, 'resolve', { version: 2, text: 'Aquí está' })
    expect(body).toMatchObject({ state: 'resolved', version: 3, assignee: { id: ivanId } })
    const kinds = (await eventsOf(id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['assigned', 'review', 'resolved'])
  })

  test('put it on a colleague’s desk, on their own and on nobody’s', async () => {
    const { id } = await storeRequest(portal)
    const [marioId, ivanId] = [await idOfPerson('Mario'), await idOfPerson('Iván')]
    const given = await action(mario, id, 'assign', { version: 0, user_id: ivanId })
    expect(given.body.assignee).toEqual({ id: ivanId, name: 'Iván Rojas Mella' })
    const taken = await action(mario, id, 'assign', { version: 1, user_id: marioId })
    expect(taken.body.assignee).toEqual({ id: marioId, name: 'Mario Fuentes Alarcón' })
    const left = await action(mario, id, 'assign', { version: 2, user_id: null })
    expect(left.body.assignee).toBeNull()
    expect((await eventsOf(id)).map(({ text }) => text)).toEqual([
      'Iván Rojas Mella',
      'Mario Fuentes Alarcón',
      '',
    ])
  })

  test.each([
    ['Carla', 'may not answer'],
    ['Rosa', 'is a member'],
  ])('cannot put it on the desk of %s, who %s', async (name) => {
    const { id } = await storeRequest(portal)
    const wrong = await action(mario, id, 'assign', { version: 0, user_id: await idOfPerson(name) })
    expect([wrong.status, wrong.body]).toEqual([400, requestMessages.cannotAnswer])
    expect(await rowOf(id)).toMatchObject({ assignee_id: null, version: 0 })
    expect(await eventsOf(id)).toEqual([])
  })

  test('cannot put it on the desk of somebody who is gone, deactivated or never activated', async () => {
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

  test('ask for what is missing: then nothing is due', async () => {
    const { id } = await storeRequest(portal, { state: 'in_review', dueAt: 'now()' })
    const blank = await action(mario, id, 'ask', { version: 0, text: ' \n' })
    expect([blank.status, blank.body]).toEqual([400, requestMessages.questionRequired])
    const { body } = await action(mario, id, 'ask', { version: 0, text: ' Falta la firma ' })
    expect(body).toMatchObject({ state: 'missing', due_at: null, is_overdue: false })
    expect(await eventsOf(id)).toEqual([
      takenByMario,
      { kind: 'asked', who: 'Mario', text: 'Falta la firma' },
    ])
  })

  test.each([
    ['resolve', 'in_review', 'resolved', requestMessages.answerRequired],
    ['reject', 'missing', 'rejected', requestMessages.reasonRequired],
  ])('%s it, with a text', async (name, from, to, sentence) => {
    const { id } = await storeRequest(portal, { state: from, dueAt: 'now()' })
    const blank = await action(mario, id, name, { version: 0, text: '' })
    expect([blank.status, blank.body]).toEqual([400, sentence])
    const { status, body } = await action(mario, id, name, { version: 0, text: 'Aquí está' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: to, answer: 'Aquí está', due_at: null, can_reopen: true })
    expect(body.closed_at).not.toBeNull()
    expect(await eventsOf(id)).toEqual([
      takenByMario,
      { kind: to, who: 'Mario', text: 'Aquí está' },
    ])
    expect(body.assignee).toMatchObject({ name: 'Mario Fuentes Alarcón' })
  })

  test('open it again within 30 days, with the whole time to answer', async () => {
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
    const { answer_hours: hours } = await rowOf(id)
    const due = new Date(body.due_at).getTime()
    expect(due).toBeGreaterThanOrEqual((await dueAtByHours(portal.db, before, hours)).getTime())
    expect(due).toBeLessThanOrEqual((await dueAtByHours(portal.db, new Date(), hours)).getTime())
  })

  test('not a second after the 30 days', async () => {
    const { id } = await storeRequest(portal, {
      state: 'rejected',
      closedAt: "now() - interval '30 days 1 second'",
    })
    const { status, body } = await action(mario, id, 'reopen', { version: 0, text: '' })
    expect([status, body]).toEqual([409, requestMessages.tooLateToReopen])
    expect(await rowOf(id)).toMatchObject({ state: 'rejected', version: 0 })
  })

  test('do not open it again for a member whose data were anonymised', async () => {
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
    expect([status, body]).toEqual([409, requestMessages.memberErased])
  })

  test('read what the portal’s operator did as his, and Rosa as the cooperative’s', async () => {
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

  test('write notes that Rosa never reads, and that are in nobody’s way', async () => {
    const { id } = await storeRequest(portal, { state: 'in_review' })
    expect((await action(mario, id, 'note', { text: ' ' })).body).toBe(requestMessages.noteRequired)
    const noted = await action(mario, id, 'note', { text: 'Llamar al notario' })
    expect(noted.body).toMatchObject({ version: 0, state: 'in_review' })
    expect(noted.body.events).toMatchObject([
      { kind: 'note', actor: 'Mario Fuentes Alarcón', text: 'Llamar al notario' },
    ])
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

  test('accept a document, or reject it with a reason; the request stays in review', async () => {
    const { id, documentIds } = await storeRequest(portal, { state: 'in_review' })
    const review = (at: number, body: object) =>
      action(mario, id, `documents/${documentIds[at]}/review`, body)
    expect((await review(0, { version: 0, accepted: true })).status).toBe(200)
    const unsaid = await review(1, { version: 1, accepted: false })
    expect([unsaid.status, unsaid.body]).toEqual([400, requestMessages.reasonRequired])
    const { body } = await review(1, { version: 1, accepted: false, reason: 'Se lee mal' })
    expect(body).toMatchObject({
      state: 'in_review',
      version: 2,
      documents: [
        { review: 'accepted', reason: '' },
        { review: 'rejected', reason: 'Se lee mal' },
        { review: 'pending', reason: '' },
      ],
    })
    expect(await eventsOf(id)).toEqual([
      { kind: 'document_accepted', who: 'Mario', text: 'Carta de solicitud firmada' },
      {
        kind: 'document_rejected',
        who: 'Mario',
        text: 'Cédula de identidad de quien recibe, por ambos lados: Se lee mal',
      },
    ])
    // A second look takes the reason back.
    const again = await review(1, { version: 2, accepted: true, reason: 'sobra' })
    expect(again.body.documents[1]).toMatchObject({ review: 'accepted', reason: '' })
  })

  test('cannot review a document of another request, nor outside a review', async () => {
    const { id } = await storeRequest(portal, { state: 'in_review' })
    const other = await storeRequest(portal, { by: 'hernan', state: 'in_review' })
    const path = (document: number | undefined) => `documents/${document}/review`
    const yes = { version: 0, accepted: true }
    expect((await action(mario, id, path(other.documentIds[0]), yes)).status).toBe(404)
    expect((await action(mario, id, path(999_999), yes)).status).toBe(404)
    const sent = await storeRequest(portal)
    const early = await action(mario, sent.id, path(sent.documentIds[0]), yes)
    expect([early.status, early.body]).toEqual([409, requestMessages.impossible])
    expect(await eventsOf(id)).toEqual([])
  })

  test('what the trail keeps of an act', async () => {
    const [{ id }, marioId] = [await storeRequest(portal), await idOfPerson('Mario')]
    await action(mario, id, 'review', { version: 0 })
    const { rows } = await portal.pool.query(
      `select action, before, after, actor.first_name as who, subject.first_name as whose
       from audit_entries join users actor on actor.id = actor_id
         join users subject on subject.id = subject_id
       where object_type = 'request' and object_id = $1`,
      [String(id)],
    )
    expect(rows).toEqual([
      {
        action: 'request.changed',
        before: { state: 'sent', version: 0, assignee_id: null },
        after: { state: 'in_review', version: 1, assignee_id: marioId, event: 'review' },
        who: 'Mario',
        whose: 'Rosa',
      },
    ])
  })
})

describe('Rosa', () => {
  test('takes back what nobody looks at yet', async () => {
    const { id } = await storeRequest(portal, { dueAt: 'now()' })
    const { status, body } = await action(rosa, id, 'cancel')
    expect(status).toBe(200)
    expect(memberRequestSchema.strict().parse(body)).toEqual(body)
    expect(body.state).toBe('cancelled')
    expect(body.closed_at).not.toBeNull()
    expect(await rowOf(id)).toMatchObject({ due_at: null, version: 1 })
    expect(await eventsOf(id)).toEqual([{ kind: 'cancelled', who: 'Rosa', text: '' }])
  })

  test('replies with a comment where no document was rejected', async () => {
    const { id } = await storeRequest(portal, { title: COPY, state: 'missing' })
    const empty = await action(rosa, id, 'reply', { comment: ' ' })
    expect([empty.status, empty.body]).toEqual([400, requestMessages.replyRequired])
    const { body } = await action(rosa, id, 'reply', { comment: 'La del 5 de marzo' })
    expect(body.state).toBe('in_review')
    expect((await rowOf(id)).due_at).not.toBeNull()
  })

  test('replies without a word only once every rejected document is replaced', async () => {
    const { id, documentIds } = await storeRequest(portal, { state: 'in_review' })
    for (const [version, document] of documentIds.slice(0, 2).entries()) {
      const rejected = { version, accepted: false, reason: 'Se lee mal' }
      await action(mario, id, `documents/${document}/review`, rejected)
    }
    await action(mario, id, 'ask', { version: 2, text: 'Dos se leen mal' })
    await replace(id, 0)
    const half = await action(rosa, id, 'reply')
    expect([half.status, half.body]).toEqual([400, requestMessages.replyRequired])
    await replace(id, 1)
    const { status, body } = await action(rosa, id, 'reply')
    expect([status, body.state]).toEqual([200, 'in_review'])
    expect(body.documents.map(({ review }: { review: string }) => review)).toEqual(
      Array(3).fill('pending'),
    )
  })

  test('has to say something again when she is asked again', async () => {
    const { id, documentIds } = await storeRequest(portal, { state: 'in_review' })
    const rejected = { version: 0, accepted: false, reason: 'Se lee mal' }
    await action(mario, id, `documents/${documentIds[0]}/review`, rejected)
    await action(mario, id, 'ask', { version: 1, text: 'Se lee mal' })
    await replace(id, 0)
    expect((await action(rosa, id, 'reply')).status).toBe(200)
    const { version } = await rowOf(id)
    await action(mario, id, 'ask', { version, text: '¿Y el teléfono?' })
    expect((await action(rosa, id, 'reply')).status).toBe(400)
    expect((await action(rosa, id, 'reply', { comment: '56 9 5555' })).status).toBe(200)
  })

  /** What attaching a document anew does to the rows. */
  async function replace(requestId: number, position: number) {
    const userId = await idOfPerson('Rosa')
    await portal.pool.query(
      'update request_documents set replaced_at = now() where request_id = $1 and position = $2',
      [requestId, position],
    )
    await insertStoredDocument(portal, { requestId, userId, position })
    await portal.pool.query(
      "insert into request_events (request_id, kind, actor_id) values ($1, 'document_replaced', $2)",
      [requestId, userId],
    )
  }
})

describe('what is impossible in a state is refused and writes nothing', () => {
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

describe('two people on one request', () => {
  test.each([
    ['review', 'sent'],
    ['assign', 'sent'],
    ['ask', 'in_review'],
    ['resolve', 'in_review'],
    ['reject', 'missing'],
    ['reopen', 'resolved'],
  ])(
    'who %s-s what another changed meanwhile is told, and overwrites nothing',
    async (name, state) => {
      const { id } = await storeRequest(portal, { state, closedAt: 'now()' })
      await portal.pool.query('update requests set version = 3 where id = $1', [id])
      const before = await rowOf(id)
      for (const version of [2, 4]) {
        const late = await action(ivan, id, name, { version, text: 'Otra cosa', user_id: null })
        expect([late.status, late.body]).toEqual([409, requestMessages.changedMeanwhile])
      }
      expect(await rowOf(id)).toEqual(before)
      expect(await eventsOf(id)).toEqual([])
    },
  )

  test('who looked at a document of an older version is told', async () => {
    const { id, documentIds } = await storeRequest(portal, { state: 'in_review' })
    await action(mario, id, 'assign', { version: 0, user_id: null })
    const path = `documents/${documentIds[0]}/review`
    const late = await action(ivan, id, path, { version: 0, accepted: true })
    expect([late.status, late.body]).toEqual([409, requestMessages.changedMeanwhile])
    const { body } = await mario.get(`/api/requests/${id}/`)
    expect(body.documents[0].review).toBe('pending')
  })

  test('of twenty answers at once exactly one is given', async () => {
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
    expect(await rowOf(id)).toMatchObject({ version: 1, answer: events[0].text })
  })

  test('of Rosa taking it back and Mario beginning at once exactly one comes true', async () => {
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

describe('who may do it', () => {
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

  test.each(staffActions)('%s: staff who answer, and nobody else', async (name) => {
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

  test.each(['cancel', 'reply'])('%s: its member, and nobody else', async (name) => {
    const { id } = await storeRequest(portal, { state: name === 'cancel' ? 'sent' : 'missing' })
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await action(anonymous, id, name, body)).status).toBe(401)
    expect((await action(mario, id, name, body)).status).toBe(403)
    const foreign = await action(hernan, id, name, body)
    const missing = await action(hernan, 999_999, name, body)
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    expect(await rowOf(id)).toMatchObject({ version: 0 })
  })

  test('a draft is its member’s alone', async () => {
    const { id } = await storeRequest(portal, { state: 'draft' })
    for (const name of staffActions) expect((await action(mario, id, name, body)).status).toBe(404)
  })

  test.each(['0', '-1', '1.5', 'abc', '2147483648', '%00'])('no request %s', async (id) => {
    const { status } = await mario.post(`/api/requests/${id}/note/`, json(body))
    expect(status).toBe(404)
  })

  test('who loses the permission is out at the next act', async () => {
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
