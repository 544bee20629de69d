import { requestMessages } from '@carpeta/domain/requests/request-states'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Portal } from '../../../test/open-portal.ts'
import { openRequestsPortal } from '../../../test/requests-portal.ts'
import { json, type Visitor } from '../../../test/visitor.ts'

const requests = openRequestsPortal()
const { attach, autosave, count, createDraft, rowOf, send, sendDraft } = requests

let portal: Portal
let rosa: Visitor
let hernan: Visitor
let mario: Visitor
beforeAll(() => {
  ;({ portal, rosa, hernan, mario } = requests)
})
beforeEach(() => requests.reset())

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
    expect([answer.status, answer.body]).toEqual([400, ['Faltan 1 documentos']])
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
    expect((await send(rosa, id)).body).toBe(requestMessages.unknownProcedure)
    await portal.pool.query('update procedures set is_active = true')
    await portal.pool.query("update sales set completed_on = now() where code = 'V-1001'")
    expect((await send(rosa, id)).status).toBe(404)
    await portal.pool.query("update sales set completed_on = null where code = 'V-1001'")
    await sendDraft(rosa, id)
  })

  test('another member’s or an unknown id gives 404, a malformed one 400, an anonymous visitor 401, staff 403 (security 5.3)', async () => {
    const id = await createDraft(rosa)
    expect((await send(hernan, id)).status).toBe(404)
    expect((await send(hernan, 999_999)).status).toBe(404)
    expect((await rosa.post('/api/request/send/', json({ request_id: 'x' }))).status).toBe(400)
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await send(anonymous, id)).status).toBe(401)
    expect((await send(mario, id)).status).toBe(403)
    expect(await count('request_events')).toBe(0)
  })
})
