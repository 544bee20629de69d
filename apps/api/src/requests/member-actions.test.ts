import { memberRequestSchema } from '@carpeta/contract/requests'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import type { Portal } from '../../test/open-portal.ts'
import { openRequestsPortal } from '../../test/requests-portal.ts'
import { COPY, storeRequest } from '../../test/stored-requests.ts'
import { json, type Visitor } from '../../test/visitor.ts'

const requests = openRequestsPortal()
const { action, attach, autosave, count, createDraft, eventsOf, rowOf, send, sendDraft } = requests

let portal: Portal
let rosa: Visitor
let hernan: Visitor
let mario: Visitor
beforeAll(() => {
  ;({ portal, rosa, hernan, mario } = requests)
})
beforeEach(() => requests.reset())

/** Mario answers a request of Rosa's. */
async function answered(name: 'resolve' | 'reject' = 'resolve', by: 'rosa' | 'hernan' = 'rosa') {
  const { id } = await storeRequest(portal, { title: COPY, state: 'in_review', by })
  expect((await action(mario, id, name, { version: 0, text: 'Va adjunta.' })).status).toBe(200)
  await portal.sentEmails()
  return id
}

const closedDaysAgo = (id: number, days: number) =>
  portal.pool.query(`update requests set closed_at = now() - $2 * interval '1 day' where id = $1`, [
    id,
    days,
  ])

const rate = (person: Visitor, id: number, helped: unknown) =>
  person.call('PUT', `/api/requests/${id}/rating/`, json({ helped }))

/** As Rosa reads them. */
async function shownEvents(id: number) {
  const { body } = await rosa.get(`/api/requests/${id}/`)
  return body.events.map(({ kind, text }: { kind: string; text: string }) => [kind, text])
}

const emailsTo = async (address: string) =>
  (await portal.sentEmails()).filter(({ to }) => to === address).map(({ subject }) => subject)

describe('Rosa sees when she is answered', () => {
  test('as a day, until it is answered (§12.345)', async () => {
    const dueAt = "timestamptz '2026-11-24 20:00Z'"
    const { id } = await storeRequest(portal, { title: COPY, state: 'in_review', dueAt })
    const open = (await rosa.get(`/api/requests/${id}/`)).body
    expect(memberRequestSchema.strict().parse(open)).toEqual(open)
    expect([open.answer_by, open.respond_until, open.can_respond]).toEqual([
      '2026-11-24',
      null,
      false,
    ])
    await action(mario, id, 'resolve', { version: 0, text: 'Va adjunta.' })
    const closed = (await rosa.get(`/api/requests/${id}/`)).body
    expect([closed.answer_by, closed.can_respond]).toEqual([null, true])
    expect(closed.respond_until).toMatch(/^\d{4}-\d\d-\d\d$/)
  })
})

describe('a comment', () => {
  test.each(['sent', 'in_review'])(
    'is added to a request that is %s, and staff get an email (§12.346)',
    async (state) => {
      const dueAt = "timestamptz '2026-11-24 20:00Z'"
      const { id } = await storeRequest(portal, { title: COPY, state, dueAt })
      const { status, body } = await action(rosa, id, 'comment', { text: ' Es para el banco. ' })
      expect([status, body.state, body.answer_by]).toEqual([200, state, '2026-11-24'])
      expect(await shownEvents(id)).toEqual([['commented', 'Es para el banco.']])
      expect(await emailsTo(personas.mario.email)).toContain(
        `Comentario en la solicitud ${id}: ${COPY}`,
      )
      // Staff who answer without having seen it are refused.
      const late = await action(mario, id, 'ask', { version: 0, text: '¿Para qué?' })
      expect(late.status).toBe(409)
    },
  )

  test('that Rosa sends again because its answer was lost is there once, with one email (§12.346)', async () => {
    const { id } = await storeRequest(portal, { title: COPY })
    const subject = `Comentario en la solicitud ${id}: ${COPY}`
    const comment = (text: string) => action(rosa, id, 'comment', { text })
    await comment('Es para el banco.')
    const again = await comment('Es para el banco.')
    expect([again.status, again.body.events.length]).toEqual([200, 1])
    expect((await emailsTo(personas.mario.email)).filter((it) => it === subject)).toHaveLength(1)
    await comment('El del centro.')
    await comment('Es para el banco.')
    expect(await shownEvents(id)).toHaveLength(3)
  })

  test.each(['draft', 'missing', 'resolved', 'cancelled'])(
    'is not for a request that is %s (§12.346)',
    async (state) => {
      const { id } = await storeRequest(portal, { title: COPY, state })
      expect((await action(rosa, id, 'comment', { text: 'Hola' })).status).toBe(409)
      expect(await shownEvents(id)).toEqual([])
    },
  )

  test('is for the member alone, and needs a text (security 5.51)', async () => {
    const { id } = await storeRequest(portal, { title: COPY })
    const comment = (person: Visitor) => action(person, id, 'comment', { text: 'Hola' })
    expect((await comment(portal.visitor())).status).toBeOneOf([401, 403])
    expect((await comment(hernan)).status).toBe(404)
    expect((await comment(mario)).status).toBe(403)
    expect((await action(rosa, id, 'comment', { text: ' ' })).body).toBe(
      requestMessages.commentRequired.text,
    )
    expect((await comment(rosa)).status).toBe(200)
  })

  test('has a limit for a day (§12.346)', async () => {
    const { id } = await storeRequest(portal, { title: COPY })
    const comment = async () => (await action(rosa, id, 'comment', { text: 'Hola' })).status
    expect(await comment()).toBe(200)
    await portal.pool.query("update rate_limits set points = 30 where key like 'comment%'")
    expect(await comment()).toBe(429)
  })
})

describe('a reply to an answer', () => {
  test.each(['resolve', 'reject'] as const)(
    'after %s reopens the request, with a new deadline (§12.347)',
    async (name) => {
      const id = await answered(name)
      const { status, body } = await action(rosa, id, 'respond', { text: 'Falta la página 2.' })
      expect([status, body.state, body.answer, body.closed_at]).toEqual([
        200,
        'in_review',
        '',
        null,
      ])
      expect(body.answer_by).not.toBeNull()
      expect((await shownEvents(id)).at(-1)).toEqual(['responded', 'Falta la página 2.'])
      expect(await emailsTo(personas.mario.email)).toContain(
        `Respuesta a la solicitud ${id}: ${COPY}`,
      )
    },
  )

  test('is possible ten days later, and not eleven (§12.347)', async () => {
    const id = await answered()
    await closedDaysAgo(id, 11)
    const late = await action(rosa, id, 'respond', { text: 'Falta la página 2.' })
    expect([late.status, late.body]).toEqual([409, requestMessages.tooLateToRespond.text])
    await closedDaysAgo(id, 10)
    expect((await action(rosa, id, 'respond', { text: 'Falta la página 2.' })).status).toBe(200)
  })

  test('is for the member alone, and needs a text (security 5.51)', async () => {
    const id = await answered()
    const respond = (person: Visitor) => action(person, id, 'respond', { text: 'Falta algo' })
    expect((await respond(portal.visitor())).status).toBeOneOf([401, 403])
    expect((await respond(hernan)).status).toBe(404)
    expect((await respond(mario)).status).toBe(403)
    expect((await action(rosa, id, 'respond', { text: '' })).body).toBe(
      requestMessages.respondRequired.text,
    )
    expect((await rowOf(id)).state).toBe('resolved')
  })
})

describe('a rating', () => {
  test('is one for each answer, can be changed, and is in the history (§12.348)', async () => {
    const id = await answered()
    expect((await rate(rosa, id, true)).body.events.at(-1).helped).toBe(true)
    const changed = await rate(rosa, id, false)
    expect([changed.status, changed.body.events.at(-1).helped]).toEqual([200, false])
    await action(rosa, id, 'respond', { text: 'Falta la página 2.' })
    expect((await rate(rosa, id, true)).status).toBe(409)
    const { version } = await rowOf(id)
    await action(mario, id, 'resolve', { version, text: 'Ahora sí.' })
    await rate(rosa, id, true)
    const { body } = await mario.get(`/api/requests/${id}/`)
    const said = body.events.flatMap(({ kind, helped }: { kind: string; helped: boolean }) =>
      kind === 'resolved' ? helped : [],
    )
    expect(said).toEqual([false, true])
  })

  test('is for the member alone (security 5.51)', async () => {
    const id = await answered()
    expect((await rate(portal.visitor(), id, true)).status).toBeOneOf([401, 403])
    expect((await rate(hernan, id, true)).status).toBe(404)
    expect((await rate(mario, id, true)).status).toBe(403)
    expect((await rate(rosa, id, 'quizás')).status).toBe(400)
    expect((await rate(rosa, id, true)).status).toBe(200)
  })

  test('is counted by procedure, without what was rejected, for staff who answer (§12.349, §12.2153)', async () => {
    await rate(rosa, await answered(), true)
    await rate(rosa, await answered(), false)
    expect((await rate(rosa, await answered('reject'), false)).status).toBe(409)
    await answered('resolve', 'hernan')
    const { body } = await mario.get('/api/requests/ratings/')
    expect(body.results).toEqual([
      { procedure_id: expect.any(Number), title: COPY, answers: 3, helped: 1, not_helped: 1 },
    ])
    expect((await rosa.get('/api/requests/ratings/')).status).toBe(403)
    expect((await portal.visitor().get('/api/requests/ratings/')).status).toBe(401)
  })
})

describe('sending', () => {
  test('sets the date and the deadline, and emails both sides (§7.22)', async () => {
    const before = (await portal.sentEmails()).length
    const id = await createDraft(rosa)
    const answer = await send(rosa, id)
    expect([answer.status, answer.body]).toEqual([200, { id, sent_at: expect.any(String) }])
    const { body } = await rosa.get(`/api/requests/${id}/`)
    expect(body).toMatchObject({
      state: 'sent',
      sent_at: answer.body.sent_at,
      closed_at: null,
      answer: '',
      events: [{ kind: 'sent', actor: 'Rosa Muñoz Sepúlveda', text: '' }],
    })
    const { rows } = await portal.pool.query('select due_at > sent_at as later from requests')
    expect(rows).toEqual([{ later: true }])
    const emails = (await portal.sentEmails()).slice(before)
    expect(emails.map(({ to }) => to)).toEqual([
      ...['rosa.munoz@correo.example', 'mario.fuentes@vistaalbiobio.example'],
    ])
  })

  test('twenty concurrent calls send once: one answer, one event, one email each (security 12.2)', async () => {
    const before = (await portal.sentEmails()).length
    const id = await createDraft(rosa)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(rosa, id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await send(rosa, id)).body).toEqual(answers[0]?.body)
    expect(await count('request_events')).toBe(1)
    expect(await portal.sentEmails()).toHaveLength(before + 2)
  })

  test('is recorded in the audit log once, with the change of state', async () => {
    const id = await createDraft(rosa)
    const { version } = await rowOf(id)
    await sendDraft(rosa, id)
    await sendDraft(rosa, id)
    const { rows } = await portal.pool.query(
      `select action, before, after, actor_id = subject_id as is_own from audit_entries
       where object_type = 'request' and object_id = $1`,
      [String(id)],
    )
    expect(rows).toEqual([
      {
        action: 'request.sent',
        before: { state: 'draft', version },
        after: { state: 'sent', version: version + 1 },
        is_own: true,
      },
    ])
  })

  test('a cancelled request gives the same answer and stays cancelled', async () => {
    const id = await createDraft(rosa)
    const { body } = await send(rosa, id)
    await rosa.post(`/api/requests/${id}/cancel/`)
    expect((await send(rosa, id)).body).toEqual(body)
    expect((await rosa.get(`/api/requests/${id}/`)).body.state).toBe('cancelled')
  })

  test('missing documents are counted (§5.21, §10.63, security 5.18)', async () => {
    const id = await createDraft(rosa, { documents: 3 })
    expect((await send(rosa, id)).body).toEqual(['Faltan 3 documentos'])
    await attach(rosa, id)
    await attach(rosa, id)
    const answer = await send(rosa, id)
    expect([answer.status, answer.body]).toEqual([400, ['Falta 1 documento']])
    expect(await count('request_events')).toBe(0)
    await attach(rosa, id)
    await sendDraft(rosa, id)
  })

  test('a draft with a blank comment, an inactive procedure or a completed sale is not sent', async () => {
    const id = await createDraft(rosa)
    await autosave(rosa, 0, '')
    expect((await send(rosa, id)).body).toBe('Ingrese un comentario')
    await autosave(rosa, 0, 'La promesa')
    await portal.pool.query('update procedures set is_active = false')
    expect((await send(rosa, id)).body).toBe(requestMessages.unknownProcedure.text)
    await portal.pool.query('update procedures set is_active = true')
    await portal.pool.query("update sales set completed_on = now() where code = 'V-1001'")
    expect((await send(rosa, id)).status).toBe(404)
    await portal.pool.query("update sales set completed_on = null where code = 'V-1001'")
    await sendDraft(rosa, id)
  })

  test('another member’s or an unknown id gives 404, a malformed one 400, an anonymous visitor 401, staff 404 (security 5.3)', async () => {
    const id = await createDraft(rosa)
    expect((await send(hernan, id)).status).toBe(404)
    expect((await send(hernan, 999_999)).status).toBe(404)
    expect((await rosa.post('/api/request/send/', json({ request_id: 'x' }))).status).toBe(400)
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await send(anonymous, id)).status).toBe(401)
    expect((await send(mario, id)).status).toBe(404)
    expect(await count('request_events')).toBe(0)
  })
})

describe('Rosa', () => {
  test('cancels a request that staff are not reviewing (§12.14)', async () => {
    const { id } = await storeRequest(portal, { dueAt: 'now()' })
    const { status, body } = await action(rosa, id, 'cancel')
    expect(status).toBe(200)
    expect(memberRequestSchema.strict().parse(body)).toEqual(body)
    expect(body.state).toBe('cancelled')
    expect(body.closed_at).not.toBeNull()
    expect(await rowOf(id)).toMatchObject({ due_at: null, version: 1 })
    expect(await eventsOf(id)).toEqual([{ kind: 'cancelled', actor: 'Rosa', text: '' }])
  })

  test('replies with a comment if no document is rejected', async () => {
    const { id } = await storeRequest(portal, { title: COPY, state: 'missing' })
    const empty = await action(rosa, id, 'reply', { comment: ' ' })
    expect([empty.status, empty.body]).toEqual([400, requestMessages.replyEmpty.text])
    const { body } = await action(rosa, id, 'reply', { comment: 'La del 5 de marzo' })
    expect(body.state).toBe('in_review')
    expect((await rowOf(id)).due_at).not.toBeNull()
  })
})
