import { staffRequestSchema } from '@carpeta/contract/requests/request-schemas'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Portal } from '../../../test/open-portal.ts'
import { openRequestsPortal } from '../../../test/requests-portal.ts'
import { COPY, storeRequest } from '../../../test/stored-requests.ts'
import type { Visitor } from '../../../test/visitor.ts'
import { dueAtByHours } from '../deadlines.ts'

const requests = openRequestsPortal()
const { action, eventsOf, idOfPerson, rowOf } = requests

let portal: Portal
let rosa: Visitor
let mario: Visitor
beforeAll(() => {
  ;({ portal, rosa, mario } = requests)
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
    expect([blank.status, blank.body]).toEqual([400, requestMessages.questionRequired])
    const { body } = await action(mario, id, 'ask', { version: 0, text: ' Falta la firma ' })
    expect(body).toMatchObject({ state: 'missing', due_at: null, is_overdue: false })
    expect(await eventsOf(id)).toEqual([
      assignedToMario,
      { kind: 'asked', actor: 'Mario', text: 'Falta la firma' },
    ])
  })

  test.each([
    ['resolve', 'in_review', 'resolved', requestMessages.answerRequired],
    ['reject', 'missing', 'rejected', requestMessages.reasonRequired],
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
    const { answer_hours: hours } = await rowOf(id)
    const due = new Date(body.due_at).getTime()
    expect(due).toBeGreaterThanOrEqual((await dueAtByHours(portal.db, before, hours)).getTime())
    expect(due).toBeLessThanOrEqual((await dueAtByHours(portal.db, new Date(), hours)).getTime())
  })

  test('cannot reopen a request a second after the 30 days', async () => {
    const { id } = await storeRequest(portal, {
      state: 'rejected',
      closedAt: "now() - interval '30 days 1 second'",
    })
    const { status, body } = await action(mario, id, 'reopen', { version: 0, text: '' })
    expect([status, body]).toEqual([409, requestMessages.tooLateToReopen])
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
    expect([status, body]).toEqual([409, requestMessages.memberErased])
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
